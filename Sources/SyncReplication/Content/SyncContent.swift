import Foundation
import SyncPort

/// What a record says: its values, and what is noted of them.
package struct SyncContent: Hashable, Sendable {
  package var fields: [String: SyncValue]
  package var marks: SyncMarks

  package init(fields: [String: SyncValue] = [:], marks: SyncMarks = SyncMarks()) {
    (self.fields, self.marks) = (fields, marks)
  }

  package init(_ record: SyncRecord) {
    self.init(fields: record.fields, marks: SyncMarks(record.marks))
  }

  /// As the ledger keeps it.
  var bytes: Data {
    SyncCoding.encode(SyncRecord(name: "", kind: "", fields: fields, marks: marks.text))
  }

  init(_ bytes: Data) throws { self.init(try SyncCoding.record(bytes)) }

  /// The field that says of a record that it is another one's double: whoever leads to it means that one.
  package static let successor = "openswiftdata_same"

  /// The record that this one is a double of.
  var successor: String? {
    if case .reference(let name)? = fields[Self.successor] { name } else { nil }
  }

  /// The names of the records that it leads to, by field.
  var references: [(field: String, target: String)] {
    fields.flatMap { field, value -> [(String, String)] in
      switch value {
      case .reference(let name): [(field, name)]
      case .list(let values):
        values.compactMap { if case .reference(let name) = $0 { (field, name) } else { nil } }
      default: []
      }
    }
  }

  /// The records that its to-one relationships lead to, with where it stands among the members there.
  func memberships(_ name: String) -> [(field: String, owner: String, position: String)] {
    fields.compactMap { field, value in
      guard case .reference(let owner) = value else { return nil }
      return (field, owner, position(in: field, name))
    }
  }

  private func position(in field: String, _ name: String) -> String {
    if case .text(let text)? = fields[MemberPosition.field(of: field)], MemberPosition.isValid(text)
    {
      return text
    }
    return MemberPosition.initial(marks.born?.time ?? 0, name)
  }

  /// The large values that stand apart from it, by field, but for those that there cannot be.
  var files: [(field: String, file: SyncFile)] {
    fields.compactMap { field, value in
      if case .file(let file) = value, file.isPlausible { (field, file) } else { nil }
    }
  }
}
