import SQLCore

/// Why no connection could be made, as libpq tells it: in a text, which has the server's code where the server refused.
struct PostgresRefusal {
  /// Without the code.
  let message: String
  /// Empty where it was not the server.
  let state: String

  /// - Parameter text: What libpq says where it is to say all; it ends in `FATAL:  28P01: …`, in the server's language.
  init(_ text: String) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let place = parts.indices.last { index in
      index > 0 && index + 1 < parts.count && Self.isState(parts[index])
    }
    guard let place else {
      (message, state) = (text, "")
      return
    }
    state = String(parts[place].drop { $0 == " " })
    parts.remove(at: place)
    // The blanks before the code stay before what it is about.
    parts[place] = "  \(parts[place].drop { $0 == " " })"
    message = parts.joined(separator: ":")
  }

  /// Two blanks and a code.
  private static func isState(_ part: Substring) -> Bool {
    part.utf8.count == 7 && part.hasPrefix("  ")
      && part.dropFirst(2).allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
  }

  var kind: SQLError.Kind {
    guard state.isEmpty else {
      let kind = SQLState.kind(state)
      // Other servers, and poolers, have codes of their own for what they cannot serve.
      return kind == .other || kind == .connectionLost ? kindOfText : kind
    }
    return kindOfText
  }

  /// What libpq and poolers say in English.
  private var kindOfText: SQLError.Kind {
    if message.contains("too many clients") || message.contains("too many connections")
      || message.contains("remaining connection slots")
    {
      return .tooManyConnections
    }
    if message.contains("the database system is") { return .notReady }
    if message.contains("authentication failed") || message.contains("no password supplied")
      || message.contains("pg_hba.conf")
    {
      return .authenticationFailed
    }
    return .cannotOpen
  }
}
