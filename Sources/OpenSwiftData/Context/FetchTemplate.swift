import Foundation
import SQLCore

/// A statement worked out for a fetch, which runs for other constants too.
struct FetchTemplate {
  private enum Parameter {
    case constant(Int)
    case fixed(SQLValue)
  }

  let text: String
  /// The same with limit and offset.
  let rangedText: String
  let columns: RowColumns
  private let parameters: [Parameter]
  /// Whose addresses stand in the shape.
  private let keyPaths: [AnyKeyPath]

  /// Nil where the statement says more of its constants than their values.
  init?(_ statement: SQLStatement, _ columns: RowColumns, _ reader: ShapeReader) {
    let constants = reader.constants
    // Which parameter is which constant shows where all of them differ.
    guard Set(constants).count == constants.count else { return nil }
    var used = 0
    parameters = statement.values.map { value in
      guard let index = constants.firstIndex(of: value) else { return .fixed(value) }
      used += 1
      return .constant(index)
    }
    let fixed = statement.values.filter { !constants.contains($0) }
    // Nothing may have been made of a constant: each appears once, and beside them only the words
    // for truth values do.
    guard used == constants.count, fixed.allSatisfy({ $0 == .integer(0) || $0 == .integer(1) })
    else { return nil }
    text = statement.text
    rangedText = statement.text + " LIMIT ? OFFSET ?"
    self.columns = columns
    keyPaths = reader.keyPaths
  }

  func bind(_ constants: [SQLValue], _ range: FetchRange?, to statement: any PreparedStatement) {
    let writer = statement.parameters
    for (index, parameter) in parameters.enumerated() {
      switch parameter {
      case .constant(let constant): writer.bind(constants[constant], index + 1)
      case .fixed(let value): writer.bind(value, index + 1)
      }
    }
    guard let range else { return }
    writer.bind(range.limit.map(Int64.init) ?? -1, parameters.count + 1)
    writer.bind(Int64(range.offset), parameters.count + 2)
  }
}

/// The templates of one session; places of a program with fetches are few.
struct FetchTemplates {
  private var templates: [FetchShape: FetchTemplate?] = [:]
  private static let capacity = 256

  /// Nil for an unknown shape; nil within for one that has no template.
  subscript(shape: FetchShape) -> FetchTemplate?? {
    get { templates[shape] }
    set {
      if templates.count >= Self.capacity { templates.removeAll(keepingCapacity: true) }
      templates[shape] = newValue
    }
  }
}

/// What a fetch wants of the rows.
enum FetchPurpose: Int {
  case models, count
}

extension ShapeReader {
  /// The shape of a fetch for rows of one entity.
  init<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) {
    self.init()
    add(purpose.rawValue)
    add(binding)
    add(descriptor.fetchLimit == nil && descriptor.fetchOffset == nil ? 0 : 1)
    if !descriptor.propertiesToFetch.isEmpty { giveUp() }
    if purpose == .models { read(descriptor.sortBy) }
    if let predicate = descriptor.predicate { read(predicate) }
  }
}
