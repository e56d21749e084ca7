/// The position of an entity in the numbering of its store.
package struct EntityPlace: Hashable, Sendable {
  package var name: String
  /// The number of the entity in `Z_PRIMARYKEY` and in the `Z_ENT` column of its rows.
  package var number: Int
  /// The number of the root entity, whose table holds the rows of all entities of the tree.
  package var rootNumber: Int
  /// The numbers of the entity itself and of all entities below it.
  package var descendantNumbers: ClosedRange<Int>

  package init(
    name: String, number: Int, rootNumber: Int, descendantNumbers: ClosedRange<Int>
  ) {
    self.name = name
    self.number = number
    self.rootNumber = rootNumber
    self.descendantNumbers = descendantNumbers
  }
}
