import Foundation
import Locks
import OpenSwiftData
import RandomTesting
import Testing

/// Runs random programs of several contexts, and looks for a serial order that explains what their
/// transactions read and left.
@Suite("Serial order of transactions")
struct SerialOrderTests {
  @Test(arguments: TestedStore.supporting(.transactions, .uniqueConstraints))
  func transactionsHaveASerialOrder(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let container = store.container
    for number in 0..<TestRun.count(10_000) {
      let seed = TestRun.seed(UInt64(number))
      var generator = SeededGenerator(seed: seed)
      let program = Program(&generator)
      let failures = Mutex<[String]>([])
      let reads = Mutex<[[[Int]]]>(program.threads.map { $0.map { _ in [] } })
      try program.prepare(store.makeContext())
      DispatchQueue.concurrentPerform(iterations: program.threads.count) { thread in
        for (place, work) in program.threads[thread].enumerated() {
          do {
            let seen = try work.run(ModelContext(container))
            reads.withLock { $0[thread][place] = seen }
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
      let comment: Comment = "\(TestRun.comment), program \(number)"
      #expect(failures.withLock(\.self) == [], comment)
      let end = try Program.contents(store.makeContext())
      let isSerial = program.hasOrder(explaining: reads.withLock(\.self), end)
      #expect(isSerial, "\(comment): \(program), read \(reads.withLock(\.self)), left \(end)")
      if !isSerial { return }
    }
  }
}

/// Transactions of several threads on a few rows with a number each.
private struct Program {
  /// A step of a transaction.
  ///
  /// What it writes depends on everything that the transaction has read.
  enum Step: Hashable {
    /// Reads a row's number.
    case read(Int)
    /// Reads the sum of the numbers of rows above a limit.
    case sum(above: Int)
    /// Writes a row's number; inserts the row if there is none.
    case write(Int, salt: Int)
    case delete(Int)
  }

  struct Work: Hashable {
    var steps: [Step]
  }

  let threads: [[Work]]
  static let start = [1: 10, 2: 20]
  fileprivate static let missing = -1

  init(_ generator: inout SeededGenerator) {
    func step() -> Step {
      let row = Int.random(in: 1...3, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0...1: return .read(row)
      case 2...3: return .sum(above: Int.random(in: 0...50, using: &generator))
      case 4...5: return .write(row, salt: Int.random(in: 0..<100, using: &generator))
      default: return .delete(row)
      }
    }
    threads = (0..<3).map { _ in
      (0..<Int.random(in: 1...2, using: &generator)).map { _ in
        Work(steps: (0..<Int.random(in: 2...4, using: &generator)).map { _ in step() })
      }
    }
  }

  func prepare(_ context: ModelContext) throws {
    try context.delete(model: Note.self)
    try context.save()
    for (code, number) in Self.start {
      let note = Note(code: code)
      note.rating = Double(number)
      context.insert(note)
    }
    try context.save()
  }

  static func contents(_ context: ModelContext) throws -> [Int: Int] {
    let notes = try context.fetch(FetchDescriptor<Note>())
    return Dictionary(uniqueKeysWithValues: notes.map { ($0.code, Int($0.rating ?? 0)) })
  }

  fileprivate static func mix(_ reads: [Int], _ salt: Int) -> Int {
    reads.reduce(salt) { ($0 * 31 + $1) & 0xFF }
  }

  /// Whether the transactions, one after the other in some order, read and leave the same.
  func hasOrder(explaining reads: [[[Int]]], _ end: [Int: Int]) -> Bool {
    func search(_ next: [Int], _ rows: [Int: Int]) -> Bool {
      let open = threads.indices.filter { next[$0] < threads[$0].count }
      if open.isEmpty { return rows == end }
      return open.contains { thread in
        var (later, rows) = (next, rows)
        later[thread] += 1
        let seen = threads[thread][next[thread]].apply(to: &rows)
        return seen == reads[thread][next[thread]] && search(later, rows)
      }
    }
    return search(threads.map { _ in 0 }, Self.start)
  }
}

extension Program.Work {
  /// Runs the transaction on rows in memory; returns what it reads.
  fileprivate func apply(to rows: inout [Int: Int]) -> [Int] {
    var reads: [Int] = []
    for step in steps {
      switch step {
      case .read(let row): reads.append(rows[row] ?? Program.missing)
      case .sum(let limit): reads.append(rows.values.filter { $0 > limit }.reduce(0, +))
      case .write(let row, let salt): rows[row] = Program.mix(reads, salt)
      case .delete(let row): rows[row] = nil
      }
    }
    return reads
  }

  /// Runs the transaction on a store; returns what it read when it was committed.
  fileprivate func run(_ context: ModelContext) throws -> [Int] {
    try context.transaction(.serializable) {
      var reads: [Int] = []
      for step in steps {
        switch step {
        case .read(let row):
          reads.append(try context.note(row).map { Int($0.rating ?? 0) } ?? Program.missing)
        case .sum(let limit):
          let limit = Double(limit)
          let found = try context.fetch(
            FetchDescriptor<Note>(predicate: #Predicate { ($0.rating ?? 0) > limit }))
          reads.append(found.reduce(0) { $0 + Int($1.rating ?? 0) })
        case .write(let row, let salt):
          let note: Note
          if let known = try context.note(row) {
            note = known
          } else {
            note = Note(code: row)
            context.insert(note)
          }
          note.rating = Double(Program.mix(reads, salt))
        case .delete(let row):
          if let note = try context.note(row) { context.delete(note) }
        }
      }
      return reads
    }
  }
}
