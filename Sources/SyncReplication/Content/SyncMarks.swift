import Foundation
import SyncPort

/// What a record notes beside its values: when each was set, and what of whom is in it.
package struct SyncMarks: Hashable, Sendable {
  /// When values were set for which `fields` says nothing.
  package var born: SyncStamp?
  /// When the others were set, by field.
  package var fields: [String: SyncStamp] = [:]
  /// The number of the last sending of each replica that is in the record: so a replica finds out that the
  /// server got what it never heard an answer of.
  package var heard: [String: Int] = [:]

  package init(born: SyncStamp? = nil) { self.born = born }

  /// When a field was set; nil where nobody says.
  package func stamp(of field: String) -> SyncStamp? { fields[field] ?? born }

  /// Takes note of when a field was set.
  package mutating func set(_ stamp: SyncStamp?, of field: String) {
    fields[field] = stamp == born ? nil : stamp
  }

  /// The highest time of all.
  package var latest: Int64 {
    fields.values.reduce(born?.time ?? 0) { max($0, $1.time) }
  }

  /// The highest time up to a limit.
  func latest(upTo limit: Int64) -> Int64 {
    (fields.values.map(\.time) + [born?.time ?? 0]).filter { $0 <= limit }.max() ?? 0
  }

  /// As text that says the same whoever writes it: stamps, then numbers.
  package var text: String {
    let stamps = fields.sorted { $0.key < $1.key }.map {
      "\(Self.escaped($0.key))=\($0.value.text)"
    }
    let numbers = heard.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return [born?.text ?? "", stamps.joined(separator: "&"), numbers.joined(separator: "&")]
      .joined(separator: "|")
  }

  /// What the text says; of a record that somebody else made, nothing.
  package init(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return }
    born = SyncStamp(parts[0])
    for (name, value) in Self.pairs(parts[1]) {
      // Names of Swift's properties are as they are, and looking for what is not is slow.
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
