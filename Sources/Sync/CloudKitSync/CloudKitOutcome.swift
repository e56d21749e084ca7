import SyncHTTP
import SyncPort

/// The result of one operation on a record.
enum CloudKitOutcome {
  case saved(tag: String)
  case deleted
  case conflict(SyncRecord?)
  case refused(SyncError)
  /// Nothing was written.
  ///
  /// The failure is nil if the answer does not contain the record. `isWhole` is true if the request
  /// contained only this record and was refused as a whole.
  case failed(CloudKitFailure?, isWhole: Bool)

  /// Reads the result from an answer.
  init(_ json: JSONValue) {
    if let failure = CloudKitFailure(json) {
      self = .failed(failure, isWhole: false)
    } else if json["deleted"] == true {
      self = .deleted
    } else if let tag = try? json["recordChangeTag"]?.string {
      self = .saved(tag: tag)
    } else {
      self = .failed(nil, isWhole: false)
    }
  }

  var failure: CloudKitFailure? { if case .failed(let failure, _) = self { failure } else { nil } }

  var isWholeRefusal: Bool { if case .failed(_, let isWhole) = self { isWhole } else { false } }

  /// Whether the server has another version than the writer knows.
  var isConflict: Bool { ["CONFLICT", "EXISTS"].contains(failure?.code) }

  /// Returns the result for the engine.
  func result(of write: SyncWrite) -> SyncWriteResult {
    switch self {
    case .saved(let tag): return .saved(tag: tag)
    case .deleted: return .deleted
    case .conflict(let record):
      // A record that does not exist need not be deleted.
      if case .delete = write, record == nil { return .deleted }
      return .conflict(record)
    case .refused(let error): return .refused(error)
    case .failed(nil, _): return .postponed
    case .failed(let failure?, _):
      switch failure.code {
      case "NOT_FOUND":
        if case .delete = write { return .deleted }
        return .conflict(nil)
      case "CONFLICT", "EXISTS": return .postponed
      default:
        return failure.isDelay
          ? .postponed
          : .refused(failure.error("write the record \(write.name)", record: write.name))
      }
    }
  }
}

extension CloudKitFailure {
  /// Whether the same write should be tried again.
  var isDelay: Bool { isTransient && code != "CONFLICT" && code != "EXISTS" }
}
