import SQLCore

/// Allocates unique names by appending 1, 2, 3… to names that are taken.
struct NameAllocator {
  /// The names in use, in lowercase because names are case-insensitive in SQLite.
  private var taken: Set<String>

  /// An allocator in which the columns that every entity table has are taken.
  static let columns = NameAllocator(reserved: ["Z_PK", "Z_ENT", "Z_OPT"])
  /// An allocator in which the names of the tables that every store has are taken.
  static let tables = NameAllocator(reserved: SystemTable.allCases.map(\.rawValue))

  init(reserved: [String] = []) { taken = Set(reserved.map { $0.lowercased() }) }

  mutating func allocate(_ base: String) -> String {
    if taken.insert(base.lowercased()).inserted { return base }
    var number = 1
    while !taken.insert("\(base)\(number)".lowercased()).inserted { number += 1 }
    return "\(base)\(number)"
  }
}

extension String {
  /// The name as SQL needs it: bare if that is allowed, as Core Data writes it, otherwise quoted.
  var asSQLName: String {
    let isBare =
      !isEmpty && first?.isNumber == false
      && unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x80 || scalar == "_" || (scalar.properties.isAlphabetic)
          || ("0"..."9").contains(scalar)
      }
    return isBare ? self : quoted(by: "\"")
  }
}
