import Foundation
import SQLCore

/// Reads the fingerprint of a fetch, and the constants apart from it.
///
/// Belongs to one context, and is used again: what it reads is compared with what is known, and mostly nothing else.
/// Who asks asks mostly the same again, so that each word is compared with that of the last fingerprint as it is read,
/// and written down only from the first on that is another.
package final class FingerprintReader {
  /// The fingerprint that was found last, and what found it.
  @exclusivity(unchecked) private var expected: [UInt] = []
  @exclusivity(unchecked) private var expectedNumber = 0
  @exclusivity(unchecked) private var finder: FingerprintTable?
  /// Whether all words so far are the expected ones, and none is written down.
  @exclusivity(unchecked) private var isAsExpected = true

  // An array would look at each word whether it is its own.
  @exclusivity(unchecked) private var words: UnsafeMutablePointer<UInt>
  @exclusivity(unchecked) private var capacity = 32
  /// How many words were read.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var mixedWords: UInt64 = 0
  @exclusivity(unchecked) private var values: [SQLValue] = []
  /// The key paths of the fingerprint, for whoever keeps it.
  @exclusivity(unchecked) package private(set) var keyPaths: [AnyKeyPath] = []
  private let keepsKeyPaths: Bool
  @exclusivity(unchecked) private var types = FingerprintTypes()
  @exclusivity(unchecked) private var hasGivenUp = false

  package init(keepsKeyPaths: Bool = false) {
    self.keepsKeyPaths = keepsKeyPaths
    words = .allocate(capacity: capacity)
    values.reserveCapacity(4)
  }

  deinit { words.deallocate() }

  // By functions, since what another module reads of an object is looked after at run time.

  /// The words mixed into one.
  package var mixed: UInt64 {
    writeDown()
    return mixedWords
  }
  /// The constants, in their order.
  package var constants: [SQLValue] { values }
  /// False where the statement may depend on more than the fingerprint.
  package var isWhole: Bool { !hasGivenUp }

  /// What was read.
  package var fingerprint: FetchFingerprint {
    writeDown()
    return FetchFingerprint(
      Array(UnsafeBufferPointer(start: words, count: count)), mixed: mixedWords)
  }

  /// Whether what was read are words that were read once.
  func isEqual(to other: [UInt]) -> Bool {
    writeDown()
    guard count == other.count else { return false }
    // SAFETY: `count` words were written.
    for index in 0..<count where words[index] != other[index] { return false }
    return true
  }

  /// The number that a table has found for the very same last; nil where another was read since.
  @inline(__always)
  func numberFoundLast(in table: FingerprintTable) -> Int? {
    isAsExpected && count == expected.count && finder === table ? expectedNumber : nil
  }

  /// Takes note of what a table has found, which is compared with what is read next.
  func expect(_ words: [UInt], _ number: Int, in table: FingerprintTable) {
    (expected, expectedNumber) = (words, number)
    if finder !== table { finder = table }
  }

  @inline(__always)
  private func append(_ word: UInt) {
    if isAsExpected, count < expected.count, expected[count] == word {
      count += 1
    } else {
      write(word)
    }
  }

  @inline(never)
  private func write(_ word: UInt) {
    writeDown()
    if count == capacity { grow() }
    // SAFETY: `count` is less than the capacity.
    words[count] = word
    count += 1
    mixedWords = FetchFingerprint.mix(word, into: mixedWords)
  }

  /// Writes down the words that were as expected.
  private func writeDown() {
    guard isAsExpected else { return }
    isAsExpected = false
    let known = expected.prefix(count)
    count = 0
    for word in known { write(word) }
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<UInt>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: words, count: count)
    words.deallocate()
    words = larger
    capacity *= 2
  }

  package func add(_ word: Int) { append(UInt(bitPattern: word)) }
  func add(_ type: any Any.Type) { append(UInt(bitPattern: ObjectIdentifier(type))) }

  /// Adds an object that lives as long as the fingerprint is of use.
  package func add(identityOf object: AnyObject) {
    append(UInt(bitPattern: ObjectIdentifier(object)))
  }

  func add(_ keyPath: AnyKeyPath) {
    append(UInt(bitPattern: ObjectIdentifier(keyPath)))
    if keepsKeyPaths { keyPaths.append(keyPath) }
  }

  /// Adds a constant whose value shows in no statement.
  func add(constant: SQLValue) {
    values.append(constant)
  }

  package func giveUp() { hasGivenUp = true }

  /// Forgets what was read, and keeps the memory for another fetch.
  package func clear() {
    (count, mixedWords, hasGivenUp, isAsExpected) = (0, 0, false, true)
    // There are few, and each is cheaper than all at once.
    while !values.isEmpty { values.removeLast() }
    if keepsKeyPaths { keyPaths.removeAll() }
  }

  /// Reads a predicate; nodes of a kind whose statements may depend on values end the reading.
  package func read(_ expression: any StandardPredicateExpression<Bool>) { readRoot(expression) }

  private func readRoot<Node: PredicateExpression>(_ node: Node) {
    guard let type = types.shaped(Node.self) else { return giveUp() }
    add(Node.self)
    read(node, as: type)
  }

  /// `node`, whose type is `Shaped`; casting the value instead would copy it, into a box or without.
  private func read<Node, Shaped: FingerprintedExpression>(_ node: Node, as _: Shaped.Type) {
    assert(MemoryLayout<BorrowedNode<Shaped>>.stride == MemoryLayout<Node>.stride)
    withUnsafePointer(to: node) { node in
      UnsafeRawPointer(node).assumingMemoryBound(to: BorrowedNode<Shaped>.self).pointee
        .describe(to: self)
    }
  }

  package func read<Model>(_ descriptors: [SortDescriptor<Model>]) {
    add(descriptors.count)
    // What makes the loop looks up the type of its descriptors.
    guard descriptors.count > 0 else { return }
    for descriptor in descriptors {
      // The key path of a localized order is put together anew each time.
      guard let keyPath = descriptor.keyPath, !keyPath.isLocalized else { return giveUp() }
      add(keyPath)
      add(descriptor.order == .forward ? 0 : 1)
      guard let comparator = descriptor.stringComparator else {
        add(0)
        continue
      }
      guard comparator == .lexical else { return giveUp() }
      add(1)
    }
  }
}

extension AnyKeyPath {
  /// Whether the key path leads on to what localized strings are sorted by.
  fileprivate var isLocalized: Bool {
    #if canImport(Darwin)
      return false
    #else
      let type = type(of: self).valueType
      return type == _LocalizedStandardSortKey.self || type == _LocalizedStandardSortKey?.self
        || type == _LocalizedSortKey.self || type == _LocalizedSortKey?.self
    #endif
  }
}

/// A node where it stands: the value behind a pointer would be copied before it is asked anything, with all its nodes.
private struct BorrowedNode<Node: FingerprintedExpression>: ~Copyable {
  // Alone in its struct, it lies as it does by itself.
  let node: Node

  // Inlined, since the type of what it is called on would have to be made otherwise.
  @inline(__always)
  func describe(to reader: FingerprintReader) { node.describe(to: reader) }
}
