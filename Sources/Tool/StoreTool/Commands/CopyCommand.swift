import CommandLineTool

/// `copy`.
struct CopyCommand: ToolCommand {
  static let help = CommandHelp(
    "copy", "Copy a store to a new one, which may be of another kind.",
    discussion: """
      FROM and TO are files, or addresses of PostgreSQL databases: postgres://USER@HOST/DATABASE?schema=NAME.
      Without “schema”, the address means the schema “public”. The command copies all entities, values,
      relationships and the order of members. Rows keep their keys, and the history starts anew. TO must
      not exist yet. It appears only when the copy is complete and verified: the command compares the
      numbers of rows, and digests of the rows as both stores return them.

      First, all values are checked. Values that TO stores in another form, such as dates to the
      microsecond, are reported and copied. If TO cannot store a value at all, such as a text with the
      character NUL, nothing is copied, and the exit status is 1. With --dry-run, only this check is done.
      """,
    arguments: [
      CommandArgument("FROM", .file, "A store."),
      CommandArgument("TO", .file, "The new store, which must not exist."),
    ],
    options: [
      CommandOption("dry-run", "Show which values cannot be copied unchanged, and copy nothing."),
      .format(["text", "json"]), .model,
    ],
    examples: [
      "swiftdata copy default.store 'postgres://app@localhost/app?schema=app'",
      "swiftdata copy postgres://app@localhost/app default.store",
    ])

  private let source: String
  private let target: String
  private let isTrial: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) {
    (source, target) = (arguments.words[0], arguments.words[1])
    isTrial = arguments.has("dry-run")
    isJSON = arguments["format"] == "json"
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let kind = try session.kinds.making(target)
    let store = try session.kinds.open(source)
    let bar = ProgressBar(terminal: session.terminal, showsPercentage: false)
    defer { bar.finish() }
    let outcome = try StoreCopy(store, to: target, of: kind) {
      bar.update($1, of: $2, label: $0.rawValue)
    }
    .run(isTrial: isTrial)
    bar.finish()
    if isJSON {
      try session.terminal.print(json(outcome).lines)
    } else {
      try write(outcome, session.terminal)
    }
    return outcome.isRefused ? .different : .good
  }

  private func write(_ outcome: StoreCopy.Outcome, _ terminal: Terminal) throws {
    for loss in outcome.losses { terminal.note(loss.sentence) }
    if outcome.isRefused {
      terminal.note("Nothing was copied.")
      return
    }
    guard !isTrial else { return }
    var table = TextTable(["Entity", "Rows", "Digest"], rightAligned: [1])
    for (entity, digest) in outcome.digests {
      table.append([entity, "\(digest.count)", String(digest.text.prefix(16))])
    }
    try table.print(on: terminal)
  }

  private func json(_ outcome: StoreCopy.Outcome) -> JSONValue {
    .object([
      "isCopied": .bool(!isTrial && !outcome.isRefused),
      "entities": .array(
        outcome.digests.map {
          .object([
            "entity": .string($0.entity), "rows": .count($0.digest.count),
            "digest": .string($0.digest.text),
          ])
        }),
      "losses": .array(
        outcome.losses.map {
          .object([
            "entity": .string($0.entity), "property": .string($0.property),
            "text": .string($0.text), "count": .count($0.count), "firstKey": .integer($0.firstKey),
            "isRefusal": .bool($0.isRefusal),
          ])
        }),
    ])
  }
}

extension StoreCopy.Loss {
  /// Describes which values are lost, and how.
  fileprivate var sentence: String {
    let rows = count == 1 ? "row \(firstKey)" : "\(count) rows, the first is row \(firstKey)"
    return "\(entity.printable).\(property.printable): \(text) (\(rows))."
  }
}
