import SQLCore

/// Hands out names that are free, with 1, 2, 3… after those that are taken.
struct NameAllocator {
  /// Lower-cased, because SQLite's names do not tell cases apart.
  private var taken: Set<String>

  /// With what is reserved in the table of every entity.
  static let columns = NameAllocator(reserved: ["Z_PK", "Z_ENT", "Z_OPT"])
  /// With the names of the tables that every store has.
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
  /// The name as SQL needs it: bare where that is allowed, as Core Data writes it, else quoted.
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
