import Foundation

/// The SHA-2 hash functions (FIPS 180-4) that Core Data's version hashes are made of.
package enum SHA2 {
  /// The 32 bytes of SHA-256 over `message`.
  package static func sha256(_ message: Data) -> Data {
    SHA2Function(
      // The constants of SHA-256 are the upper halves of those of SHA-512.
      roundConstants: SHA2Constants.round.prefix(64).map { UInt32(truncatingIfNeeded: $0 >> 32) },
      initialState: SHA2Constants.initialState.map { UInt32(truncatingIfNeeded: $0 >> 32) },
      state0: (2, 13, 22), state1: (6, 11, 25), schedule0: (7, 18, 3), schedule1: (17, 19, 10)
    ).digest(of: message)
  }

  /// The 64 bytes of SHA-512 over `message`.
  package static func sha512(_ message: Data) -> Data {
    SHA2Function(
      roundConstants: SHA2Constants.round, initialState: SHA2Constants.initialState,
      state0: (28, 34, 39), state1: (14, 18, 41), schedule0: (1, 8, 7), schedule1: (19, 61, 6)
    ).digest(of: message)
  }
}

/// What SHA-256 and SHA-512 share; they differ in the width of the word and in their constants.
private struct SHA2Function<Word: FixedWidthInteger & UnsignedInteger> {
  let roundConstants: [Word]
  let initialState: [Word]
  /// Two rotations and, last, a rotation (state) or a shift (schedule).
  let state0: (Word, Word, Word)
  let state1: (Word, Word, Word)
  let schedule0: (Word, Word, Word)
  let schedule1: (Word, Word, Word)

  private var wordSize: Int { Word.bitWidth / 8 }

  func digest(of message: Data) -> Data {
    let bytes = padded(message)
    let blockSize = 16 * wordSize
    var state = initialState
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      compress(bytes[start..<start + blockSize], into: &state)
    }
    return Data(state.flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) })
  }

  /// The message, a one bit, zeros, and the length in bits, in whole blocks.
  private func padded(_ message: Data) -> [UInt8] {
    var bytes = [UInt8](message)
    bytes.append(0x80)
    let blockSize = 16 * wordSize
    let end = blockSize - 8
    let filled = bytes.count % blockSize
    // SHA-512 writes the length in 16 bytes; the upper 8 are zero for any message in memory.
    let isRoomForLength = filled <= blockSize - 2 * wordSize
    let zeros = isRoomForLength ? end - filled : blockSize - filled + end
    bytes.append(contentsOf: repeatElement(0, count: zeros))
    withUnsafeBytes(of: (UInt64(message.count) * 8).bigEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func compress(_ block: ArraySlice<UInt8>, into state: inout [Word]) {
    let words = schedule(of: block)
    var work = state
    for round in 0..<roundConstants.count {
      let choice = (work[4] & work[5]) ^ (~work[4] & work[6])
      let majority = (work[0] & work[1]) ^ (work[0] & work[2]) ^ (work[1] & work[2])
      let first =
        work[7] &+ mixed(work[4], state1) &+ choice &+ roundConstants[round] &+ words[round]
      let second = mixed(work[0], state0) &+ majority
      for index in stride(from: 7, to: 0, by: -1) { work[index] = work[index - 1] }
      work[4] &+= first
      work[0] = first &+ second
    }
    for index in state.indices { state[index] &+= work[index] }
  }

  private func schedule(of block: ArraySlice<UInt8>) -> [Word] {
    var words: [Word] = []
    words.reserveCapacity(roundConstants.count)
    for start in stride(from: block.startIndex, to: block.endIndex, by: wordSize) {
      words.append(block[start..<start + wordSize].reduce(0) { $0 << 8 | Word($1) })
    }
    for index in 16..<roundConstants.count {
      words.append(
        words[index - 16] &+ shifted(words[index - 15], schedule0)
          &+ words[index - 7] &+ shifted(words[index - 2], schedule1))
    }
    return words
  }

  private func rotated(_ word: Word, by count: Word) -> Word {
    word >> count | word << (Word(Word.bitWidth) - count)
  }

  private func mixed(_ word: Word, _ by: (Word, Word, Word)) -> Word {
    rotated(word, by: by.0) ^ rotated(word, by: by.1) ^ rotated(word, by: by.2)
  }

  private func shifted(_ word: Word, _ by: (Word, Word, Word)) -> Word {
    rotated(word, by: by.0) ^ rotated(word, by: by.1) ^ (word >> by.2)
  }
}
