import DataSchema
import Foundation

/// The bits of `ZCOLUMNS`, by which the history says what an update changed of a row.
///
/// The first bit is the highest of the first byte. To-one relationships come first, by name, each
/// followed by the entity number of its destination where the row keeps one; then attributes by
/// name; then to-many relationships by name; then the positions within ordered relationships.
package struct ChangedColumns: Hashable, Sendable {
  /// What one bit stands for.
  package enum Place: Hashable, Sendable {
    case toOne(String)
    /// The entity number beside a to-one relationship.
    case entityNumber(String)
    case attribute(String)
    /// One leaf of a Codable struct or enum.
    case leaf(String, [String])
    case toMany(String)
    /// The position within the inverse of a to-one relationship.
    case position(String)

    /// The property that a change of the bit is a change of; nil for what no property tells.
    package var property: String? {
      switch self {
      case .toOne(let name), .attribute(let name), .leaf(let name, _), .toMany(let name): name
      case .entityNumber, .position: nil
      }
    }
  }

  /// What the bits stand for, in their order.
  package let places: [Place]

  package init(_ entity: EntityTable) {
    var (keys, attributes, members, positions) = ([Place](), [Place](), [Place](), [Place]())
    let properties = entity.properties.sorted { $0.key.precedesByCodeUnits($1.key) }
    for (name, columns) in properties {
      switch columns {
      case .toOne(let column):
        keys.append(.toOne(name))
        if column.entityNumberColumn != nil { keys.append(.entityNumber(name)) }
        if column.orderColumn != nil { positions.append(.position(name)) }
      case .attribute: attributes.append(.attribute(name))
      case .composite(let leaves): attributes += leaves.map { .leaf(name, $0.path) }
      case .toMany, .manyToMany: members.append(.toMany(name))
      }
    }
    places = keys + attributes + members + positions
  }

  /// The bytes that say that the named properties changed.
  package func mask(of properties: Set<String>) -> Data {
    var mask = Data(count: (places.count + 7) / 8)
    for (bit, place) in places.enumerated() {
      if let property = place.property, properties.contains(property) {
        mask[bit / 8] |= 0x80 >> UInt8(bit % 8)
      }
    }
    return mask
  }

  /// The bytes that say that a row has another position among the members of the row that a to-one
  /// relationship leads to; Core Data does not say so of rows that got another end.
  package func mask(ofPositionIn relationship: String) -> Data {
    var mask = Data(count: (places.count + 7) / 8)
    if let bit = places.firstIndex(of: .position(relationship)) {
      mask[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return mask
  }

  /// The properties that a mask says were changed, in the order of the bits; bits beyond the last
  /// place are ignored.
  package func properties(in mask: Data) -> [String] {
    var names: [String] = []
    for (bit, place) in places.enumerated() where bit / 8 < mask.count {
      let byte = mask[mask.startIndex + bit / 8]
      if byte & (0x80 >> UInt8(bit % 8)) != 0, let name = place.property, names.last != name {
        names.append(name)
      }
    }
    return names
  }
}
