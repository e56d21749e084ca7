/// The batches that programs reported as saved.
struct ParcelStates {
  /// The last completed change, and the changes that were tried since.
  private var known: [String: (done: String?, tried: [String])] = [:]
  private(set) var saveCount = 0
  private(set) var refusals: [String] = []

  var batches: Dictionary<String, (done: String?, tried: [String])>.Keys { known.keys }

  /// Records the output of a program.
  mutating func note(_ output: String) {
    // An incomplete line does not count.
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines {
      let words = line.split(separator: " ")
      switch words.first {
      case "saves": saveCount += words.dropFirst().first.flatMap { Int($0) } ?? 0
      case "try" where words.count == 5:
        known[String(words[1]), default: (nil, [])].tried.append(Self.state(words))
      case "done" where words.count == 5:
        known[String(words[1])] = (Self.state(words), [])
        saveCount += 1
      case "refused": refusals.append(String(line))
      default: break
      }
    }
  }

  private static func state(_ words: [Substring]) -> String {
    words[2] == "false" ? "false" : words[2...].joined(separator: " ")
  }

  /// The faults of a batch.
  ///
  /// - Parameters:
  ///   - batch: The batch's name.
  ///   - found: The stored value; nil if it is not stored.
  /// - Returns: The faults; empty if the value was saved last, or was tried since.
  func faults(_ batch: String, _ found: String?) -> [String] {
    guard let (done, tried) = known[batch] else { return ["nobody made \(batch)"] }
    let found = found ?? "false"
    if found == done ?? "false" || tried.contains(found) { return [] }
    return ["\(batch) is \(found), but \(done ?? "nothing") was saved and \(tried) was tried"]
  }
}
