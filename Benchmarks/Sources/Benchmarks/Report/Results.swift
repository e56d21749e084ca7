import BenchmarkCommon
import Foundation

/// All measurements, as they are written to a file.
struct Results: Encodable {
  var table: [Entry] = []
  var growth: [Entry] = []
  var growthOfCalls: [GrowthEntry] = []

  /// A comparison with every single run, and the figures derived from them.
  struct Entry: Encodable {
    var key: String
    var title: String
    var rowCount: Int
    var itemCount: Int
    var unit: Comparison.Unit
    var library: [Double]
    var baseline: [Double]
    var libraryMedian: Double
    var baselineMedian: Double
    var ratio: Double
    var figure: Double
    var target: Target?
    var isMet: Bool?

    init(_ comparison: Comparison) {
      key = comparison.key
      title = comparison.title
      (rowCount, itemCount) = (comparison.rowCount, comparison.itemCount)
      unit = comparison.unit
      (library, baseline) = (comparison.library, comparison.baseline)
      (libraryMedian, baselineMedian) = (library.median, baseline.median)
      ratio = libraryMedian / baselineMedian
      (figure, target, isMet) = (comparison.figure, comparison.target, comparison.isMet)
    }
  }

  struct GrowthEntry: Encodable {
    var growth: Growth
    var beyondBaseline: Double
    var isMet: Bool

    init(_ growth: Growth) {
      self.growth = growth
      (beyondBaseline, isMet) = (growth.beyondBaseline, growth.isMet)
    }
  }

  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    try encoder.encode(self).write(to: file)
  }
}
