import Foundation

/// SHA-512 (FIPS 180-4).
enum SHA512 {
  static func hash(_ message: Data) -> Data {
    var state = SHA2Constants.initialState
    var schedule = [UInt64](repeating: 0, count: 80)
    let padded = SHA2.padded(message, blockSize: 128)
    padded.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 128) {
        fill(&schedule, from: bytes, at: start)
        compress(schedule, into: &state)
      }
    }
    var hash = Data()
    for word in state { withUnsafeBytes(of: word.bigEndian) { hash.append(contentsOf: $0) } }
    return hash
  }

  private static func fill(
    _ schedule: inout [UInt64], from bytes: UnsafeRawBufferPointer, at start: Int
  ) {
    for index in 0..<16 {
      let word = bytes.loadUnaligned(fromByteOffset: start + 8 * index, as: UInt64.self)
      schedule[index] = UInt64(bigEndian: word)
    }
    for index in 16..<80 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let mixedEarly = (early >> 1 | early << 63) ^ (early >> 8 | early << 56) ^ early >> 7
      let mixedLate = (late >> 19 | late << 45) ^ (late >> 61 | late << 3) ^ late >> 6
      schedule[index] = schedule[index - 16] &+ mixedEarly &+ schedule[index - 7] &+ mixedLate
    }
  }

  private static func compress(_ schedule: [UInt64], into state: inout [UInt64]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<80 {
      let mixedE = (e >> 14 | e << 50) ^ (e >> 18 | e << 46) ^ (e >> 41 | e << 23)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ mixedE &+ choice &+ SHA2Constants.round[round] &+ schedule[round]
      let mixedA = (a >> 28 | a << 36) ^ (a >> 34 | a << 30) ^ (a >> 39 | a << 25)
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
