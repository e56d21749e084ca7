import Foundation
import MinecraftSpotsCore
import Testing

@Suite("Image format")
struct ImageFormatTests {
  @Test func formatsAreRecognizedByTheirFirstBytes() {
    #expect(ImageFormat(of: pngData(count: 8)) == .png)
    #expect(ImageFormat(of: Data([0xFF, 0xD8, 0xFF, 0xE0])) == .jpeg)
    #expect(ImageFormat(of: Data("GIF89a".utf8)) == .gif)
    #expect(ImageFormat(of: Data("RIFF....WEBPVP8 ".utf8)) == .webP)
    #expect(ImageFormat(of: Data("BM......".utf8)) == .bmp)
    #expect(ImageFormat(of: Data("....ftypheic....".utf8)) == .heic)
  }

  @Test(arguments: ["", "\u{89}PNG", "RIFF....WAVEfmt ", "....ftypmp42", "Dear reader", "GIF"])
  func otherBytesHaveNoFormat(_ text: String) {
    #expect(ImageFormat(of: Data(text.utf8)) == nil)
  }

  @Test func slicesAreReadFromTheirOwnStart() {
    let data = Data(repeating: 0, count: 5) + pngData(count: 20)
    #expect(ImageFormat(of: data.dropFirst(5)) == .png)
  }
}
