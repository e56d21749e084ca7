import CodableStorage
import RecordStore
import SQLCore

extension RowUpdate {
  /// Sets the new values in the instances of updated rows.
  func refreshInstances() {
    var layouts: [ObjectIdentifier: Layout] = [:]
    for (instance, values) in newValues {
      guard let model = instance as? any PersistentModel,
        let state = ModelStates.state(of: model),
        let own = state.pointee.binding?.takeUnretainedValue()
      else { continue }
      let layout = layouts[ObjectIdentifier(own)] ?? Layout(targets.map(\.property), binding, own)
      layouts[ObjectIdentifier(own)] = layout
      let loader = _RowLoader(
        row: SQLValueRow(values), columns: layout.columns.first, binding: own)
      own.mutate(instance, layout.mask) {
        own.unload(instance, layout.mask)
        own.load(instance, loader)
      }
    }
  }

  /// The positions of the new values for an instance's own binding, which may be that of a
  /// subclass.
  private struct Layout {
    let columns: RowColumns
    let mask: PropertyMask

    init(_ targets: [Int], _ binding: EntityBinding, _ own: EntityBinding) {
      var numbers = [Int32](repeating: -1, count: own.properties.count)
      var mask = PropertyMask()
      var column: Int32 = 0
      for target in targets {
        let property = binding.properties[target]
        if let index = own.properties.firstIndex(where: { $0.name == property.name }) {
          numbers[index] = column
          mask.insert(index)
        }
        column += Int32(property.columns.count)
      }
      (columns, self.mask) = (RowColumns(numbers), mask)
    }
  }
}
