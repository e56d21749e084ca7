import DataSchema
import Foundation

/// The bits of `ZCOLUMNS`, with which the history records the columns that an update changed.
///
/// The first bit is the highest of the first byte. To-one relationships come first, by name, each
/// followed by the entity number of its destination if the row stores one; then attributes by name;
/// then to-many relationships by name; then the positions within ordered relationships.
package struct ChangedColumns: Hashable, Sendable {
  /// The meaning of one bit.
  package enum Place: Hashable, Sendable {
    case toOne(String)
    /// The entity number beside a to-one relationship.
    case entityNumber(String)
    case attribute(String)
    /// One leaf of a `Codable` struct or enum.
    case leaf(String, [String])
    case toMany(String)
    /// The position within the inverse of a to-one relationship.
    case position(String)

    /// The property that the bit reports as changed; nil for bits without a property.
    package var property: String? {
      switch self {
      case .toOne(let name), .attribute(let name), .leaf(let name, _), .toMany(let name): name
      case .entityNumber, .position: nil
      }
    }
  }

  /// The meanings of the bits, in their order.
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

  /// Returns the bytes that report the named properties as changed.
  package func mask(of properties: Set<String>) -> Data {
    var mask = Data(count: (places.count + 7) / 8)
    for (bit, place) in places.enumerated() {
      if let property = place.property, properties.contains(property) {
        mask[bit / 8] |= 0x80 >> UInt8(bit % 8)
      }
    }
    return mask
  }

  /// Returns the bytes for a new position of a row among the members of the row that a to-one
  /// relationship refers to.
  ///
  /// Core Data does not report this for rows that were moved to another owner.
  package func mask(ofPositionIn relationship: String) -> Data {
    var mask = Data(count: (places.count + 7) / 8)
    if let bit = places.firstIndex(of: .position(relationship)) {
      mask[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return mask
  }

  /// Returns the properties that a mask reports as changed, in the order of the bits; ignores bits
  /// beyond the last place.
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
