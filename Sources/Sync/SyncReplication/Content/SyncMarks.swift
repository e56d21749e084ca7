import Foundation

/// Metadata of a record's values: when each was set, and which sendings the record contains.
package struct SyncMarks: Hashable, Sendable {
  /// When all values without a stamp in `fields` were set.
  package var born: SyncStamp?
  /// When the other values were set, by field.
  package var fields: [String: SyncStamp] = [:]
  /// For each sync peer, the number of its last sending that the record contains.
  ///
  /// A sync peer thereby learns that the server received a sending that was never acknowledged.
  package var heard: [String: Int] = [:]

  package init(born: SyncStamp? = nil) { self.born = born }

  /// Returns when a field was set; nil if that is unknown.
  package func stamp(of field: String) -> SyncStamp? { fields[field] ?? born }

  /// Stores the stamp of a field.
  package mutating func set(_ stamp: SyncStamp?, of field: String) {
    fields[field] = stamp == born ? nil : stamp
  }

  /// The latest time of all stamps.
  package var latest: Int64 {
    fields.values.reduce(born?.time ?? 0) { max($0, $1.time) }
  }

  /// Returns the latest time that does not exceed a limit.
  func latest(upTo limit: Int64) -> Int64 {
    (fields.values.map(\.time) + [born?.time ?? 0]).filter { $0 <= limit }.max() ?? 0
  }

  /// The marks as text, identical on every device: stamps, then sending numbers.
  package var text: String {
    let stamps = fields.sorted { $0.key < $1.key }.map {
      "\(Self.escaped($0.key))=\($0.value.text)"
    }
    let numbers = heard.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return [born?.text ?? "", stamps.joined(separator: "&"), numbers.joined(separator: "&")]
      .joined(separator: "|")
  }

  /// Reads marks from text; records that other programs created have none.
  package init(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return }
    born = SyncStamp(parts[0])
    for (name, value) in Self.pairs(parts[1]) {
      // Swift property names are never escaped, and the search for escapes is slow.
      let name = name.utf8.contains(UInt8(ascii: "%")) ? name.removingPercentEncoding ?? name : name
      fields[name] = SyncStamp(value)
    }
    for (name, value) in Self.pairs(parts[2]) { heard[name] = Int(value) }
  }

  private static func pairs(_ text: Substring) -> [(String, Substring)] {
    text.split(separator: "&").compactMap { pair in
      guard let equals = pair.firstIndex(of: "=") else { return nil }
      return (String(pair[..<equals]), pair[pair.index(after: equals)...])
    }
  }

  private static func escaped(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
    }
    return isPlain
      ? name : name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
  }
}
