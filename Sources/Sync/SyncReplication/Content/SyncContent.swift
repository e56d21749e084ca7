import Foundation
import SyncPort

/// The content of a record: its values and their marks.
package struct SyncContent: Hashable, Sendable {
  package var fields: [String: SyncValue]
  package var marks: SyncMarks

  package init(fields: [String: SyncValue] = [:], marks: SyncMarks = SyncMarks()) {
    (self.fields, self.marks) = (fields, marks)
  }

  package init(_ record: SyncRecord) {
    self.init(fields: record.fields, marks: SyncMarks(record.marks))
  }

  /// The content in the format of the ledger.
  var bytes: Data {
    SyncCoding.encode(SyncRecord(name: "", kind: "", fields: fields, marks: marks.text))
  }

  init(_ bytes: Data) throws { self.init(try SyncCoding.record(bytes)) }

  /// The field that marks a record as a duplicate and names its replacement: references to the
  /// duplicate mean the replacement.
  package static let successor = "openswiftdata_same"

  /// The replacement of this record, if it is a duplicate.
  var successor: String? {
    if case .reference(let name)? = fields[Self.successor] { name } else { nil }
  }

  /// The names of the records that this record references, by field.
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

  /// Returns the owners that the record references through its relationships, with its position
  /// among their members.
  func memberships(_ name: String) -> [(field: String, owner: String, position: String)] {
    lazy var initial = initialPosition(name)
    // Most records were never moved; skip building a field name for each member then.
    let isMoved = fields.keys.contains(where: MemberPosition.isPosition)
    func position(_ field: @autoclosure () -> String) -> String {
      isMoved ? self.position(field()) ?? initial : initial
    }
    return fields.flatMap { field, value -> [(String, String, String)] in
      switch value {
      case .reference(let owner):
        [(field, owner, position(MemberPosition.field(of: field)))]
      case .list(let values):
        values.compactMap { value in
          guard case .reference(let owner) = value else { return nil }
          return (field, owner, position(MemberPosition.field(of: field, among: owner)))
        }
      default: []
      }
    }
  }

  /// Returns the position in a field; nil if there is no valid one.
  func position(_ field: String) -> String? {
    guard case .text(let text)? = fields[field], MemberPosition.isValid(text) else { return nil }
    return text
  }

  /// Returns the position of the record among members that were never moved.
  func initialPosition(_ name: String) -> String {
    MemberPosition.initial(marks.born?.time ?? 0, name)
  }

  /// Returns the lists in which the record's position differs from that in an earlier version.
  func moves(since former: SyncContent?) -> [(relationship: String, owner: String)] {
    Set(fields.keys).union(former?.fields.keys.map(\.self) ?? [])
      .filter { MemberPosition.isPosition($0) && fields[$0] != former?.fields[$0] }
      .compactMap(MemberPosition.list)
  }

  /// The large values that are stored apart from the record, by field; invalid references are left
  /// out.
  var files: [(field: String, file: SyncFile)] {
    fields.compactMap { field, value in
      if case .file(let file) = value, file.isPlausible { (field, file) } else { nil }
    }
  }
}
