import DataSchema
import SQLCore

extension StoreEvolution {
  /// Returns the offsets that are added to the keys of rows, by the entity's name in the source.
  ///
  /// Must be called before `run`; entities whose rows keep their keys are left out.
  package func raisedKeys(on connection: any SQLConnection) throws -> [String: Int64] {
    let offsets = try KeyOffsets(source, target, mapping, format, on: connection)
    var raised: [String: Int64] = [:]
    for entity in mapping.entities {
      guard let name = entity.source, let table = source.tableMap.entity(named: name)?.table
      else { continue }
      let offset = offsets[table, mapping.target.root(of: entity.target)]
      if offset != 0 { raised[name] = offset }
    }
    return raised
  }
}
