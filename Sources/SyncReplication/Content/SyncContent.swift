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

  /// The records that its relationships lead to, with where it stands among the members there.
  func memberships(_ name: String) -> [(field: String, owner: String, position: String)] {
    lazy var initial = initialPosition(name)
    // Most records were never moved, and names of fields need not be made for each member then.
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

  /// What a field says of where the record stands; nil for nothing that can be followed.
  func position(_ field: String) -> String? {
    guard case .text(let text)? = fields[field], MemberPosition.isValid(text) else { return nil }
    return text
  }

  /// Where the record stands among members that nobody moved.
  func initialPosition(_ name: String) -> String {
    MemberPosition.initial(marks.born?.time ?? 0, name)
  }

  /// Those among whose members it stands elsewhere than a former version has it.
  func moves(since former: SyncContent?) -> [(relationship: String, owner: String)] {
    Set(fields.keys).union(former?.fields.keys.map(\.self) ?? [])
      .filter { MemberPosition.isPosition($0) && fields[$0] != former?.fields[$0] }
      .compactMap(MemberPosition.list)
  }

  /// The large values that stand apart from it, by field, but for those that there cannot be.
  var files: [(field: String, file: SyncFile)] {
    fields.compactMap { field, value in
      if case .file(let file) = value, file.isPlausible { (field, file) } else { nil }
    }
  }
}
