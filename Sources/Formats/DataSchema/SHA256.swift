import Foundation

/// SHA-256 (FIPS 180-4).
///
/// `SHA256` and `SHA512` are written separately for their word sizes. One generic function for both
/// takes many times as long in unoptimized builds, in which every container that opens computes
/// hundreds of hashes.
package enum SHA256 {
  // The constants of SHA-256 are the upper halves of those of SHA-512.
  private static let roundConstants = SHA2Constants.round.prefix(64)
    .map { UInt32(truncatingIfNeeded: $0 >> 32) }
  private static let initialState = SHA2Constants.initialState
    .map { UInt32(truncatingIfNeeded: $0 >> 32) }

  package static func hash(_ message: Data) -> Data {
    var state = initialState
    let padded = SHA2.padded(message, blockSize: 64)
    padded.withUnsafeBytes { bytes in
      roundConstants.withUnsafeBufferPointer { constants in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          for start in stride(from: 0, to: bytes.count, by: 64) {
            fill(schedule, from: bytes, at: start)
            compress(schedule, constants, into: &state)
          }
        }
      }
    }
    var hash = Data()
    for word in state { withUnsafeBytes(of: word.bigEndian) { hash.append(contentsOf: $0) } }
    return hash
  }

  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, from bytes: UnsafeRawBufferPointer,
    at start: Int
  ) {
    for index in 0..<16 {
      let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
      schedule[index] = UInt32(bigEndian: word)
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let mixedEarly = (early >> 7 | early << 25) ^ (early >> 18 | early << 14) ^ early >> 3
      let mixedLate = (late >> 17 | late << 15) ^ (late >> 19 | late << 13) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ mixedEarly &+ schedule[index - 7] &+ mixedLate
    }
  }

  private static func compress(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    into state: inout [UInt32]
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let mixedE = (e >> 6 | e << 26) ^ (e >> 11 | e << 21) ^ (e >> 25 | e << 7)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ mixedE &+ choice &+ constants[round] &+ schedule[round]
      let mixedA = (a >> 2 | a << 30) ^ (a >> 13 | a << 19) ^ (a >> 22 | a << 10)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ mixedA &+ majority)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }
}
