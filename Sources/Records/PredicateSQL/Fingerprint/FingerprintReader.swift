import Foundation
import SQLCore

/// Reads the fingerprint of a fetch, and its constants separately.
///
/// A reader belongs to one context and is reused. Most fetches repeat the previous one, so each
/// word is compared with the previous fingerprint as it is read. Words are stored only from the
/// first difference on.
package final class FingerprintReader {
  /// The fingerprint that was found last, its number, and the table that found it.
  @exclusivity(unchecked) private var expected: [UInt] = []
  @exclusivity(unchecked) private var expectedNumber = 0
  @exclusivity(unchecked) private var finder: FingerprintTable?
  /// Whether all words so far are the expected ones, and none is stored.
  @exclusivity(unchecked) private var isAsExpected = true

  // An array would check for unique ownership at each write.
  @exclusivity(unchecked) private var words: UnsafeMutablePointer<UInt>
  @exclusivity(unchecked) private var capacity = 32
  /// The number of words read.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var mixedWords: UInt64 = 0
  @exclusivity(unchecked) private var values: [SQLValue] = []
  /// The key paths of the fingerprint, which its owner has to retain.
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

  // These are accessors of stored properties, because direct access from another module would be
  // checked at run time.

  /// The hash of the words.
  package var mixed: UInt64 {
    writeDown()
    return mixedWords
  }
  /// The constants, in their order.
  package var constants: [SQLValue] { values }
  /// False if the statement may depend on more than the fingerprint.
  package var isWhole: Bool { !hasGivenUp }

  /// The fingerprint that was read.
  package var fingerprint: FetchFingerprint {
    writeDown()
    return FetchFingerprint(
      Array(UnsafeBufferPointer(start: words, count: count)), mixed: mixedWords)
  }

  /// Returns whether the words that were read equal others.
  func isEqual(to other: [UInt]) -> Bool {
    writeDown()
    guard count == other.count else { return false }
    // SAFETY: `count` words were written.
    for index in 0..<count where words[index] != other[index] { return false }
    return true
  }

  /// Returns the number that a table found for the same words last; nil if other words were read
  /// since.
  @inline(__always)
  func numberFoundLast(in table: FingerprintTable) -> Int? {
    isAsExpected && count == expected.count && finder === table ? expectedNumber : nil
  }

  /// Records what a table has found, for comparison with what is read next.
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

  /// Stores the words that were as expected.
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

  /// Adds an object that must live as long as the fingerprint is used.
  package func add(identityOf object: AnyObject) {
    append(UInt(bitPattern: ObjectIdentifier(object)))
  }

  func add(_ keyPath: AnyKeyPath) {
    append(UInt(bitPattern: ObjectIdentifier(keyPath)))
    if keepsKeyPaths { keyPaths.append(keyPath) }
  }

  /// Adds a constant whose value is never part of a statement's text.
  func add(constant: SQLValue) {
    values.append(constant)
  }

  package func giveUp() { hasGivenUp = true }

  /// Clears what was read, and keeps the memory for another fetch.
  package func clear() {
    (count, mixedWords, hasGivenUp, isAsExpected) = (0, 0, false, true)
    // There are few values, and removing each is cheaper than removing all at once.
    while !values.isEmpty { values.removeLast() }
    if keepsKeyPaths { keyPaths.removeAll() }
  }

  /// Reads a predicate; gives up at nodes whose statements may depend on values.
  package func read(_ expression: any StandardPredicateExpression<Bool>) { readRoot(expression) }

  private func readRoot<Node: PredicateExpression>(_ node: Node) {
    guard let type = types.shaped(Node.self) else { return giveUp() }
    add(Node.self)
    read(node, as: type)
  }

  /// Reads `node`, whose type is `Shaped`; casting the value instead would copy it, possibly into a
  /// box.
  private func read<Node, Shaped: FingerprintedExpression>(_ node: Node, as _: Shaped.Type) {
    assert(MemoryLayout<BorrowedNode<Shaped>>.stride == MemoryLayout<Node>.stride)
    withUnsafePointer(to: node) { node in
      UnsafeRawPointer(node).assumingMemoryBound(to: BorrowedNode<Shaped>.self).pointee
        .describe(to: self)
    }
  }

  package func read<Model>(_ descriptors: [SortDescriptor<Model>]) {
    add(descriptors.count)
    // Creating the iterator looks up the type of the descriptors, so an empty array returns early.
    guard descriptors.count > 0 else { return }
    for descriptor in descriptors {
      // The key path of a localized order is created anew each time, so its identity differs.
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
  /// Whether the key path ends with the sort key of localized strings.
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

/// A node that is borrowed in place: the value behind a pointer would be copied with all its nodes
/// before each call.
private struct BorrowedNode<Node: FingerprintedExpression>: ~Copyable {
  // As the only member of the struct, the node has the same layout as by itself.
  let node: Node

  // Inlined, because otherwise the metadata of this generic type would have to be created.
  @inline(__always)
  func describe(to reader: FingerprintReader) { node.describe(to: reader) }
}
