import DataSchema
import Foundation
import Testing

@Suite("SHA-2")
struct SHA2Tests {
  @Test func hashesMatchTheExamplesOfTheStandard() {
    #expect(
      SHA2.sha256(Data("abc".utf8)).hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA2.sha256(Data("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)).hexadecimal
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA2.sha512(Data("abc".utf8)).hexadecimal
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    #expect(
      SHA2.sha512(Data()).hexadecimal
        == "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e")
  }

  @Test func longMessagesAreHashed() {
    #expect(
      SHA2.sha256(Data(repeating: UInt8(ascii: "a"), count: 100_000)).hexadecimal
        == "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee")
  }

  /// The first halves of the hashes that OpenSSL computes for `message(count:)`.
  @Test(arguments: [
    (0, "e3b0c44298fc1c149afbf4c8996fb924", "cf83e1357eefb8bdf1542850d66d8007"),
    (1, "4bf5122f344554c53bde2ebb8cd2b7e3", "7b54b66836c1fbdd13d2441d9e1434dc"),
    (3, "6ab0dba1f4f1dfbb37b4f9eeb092c09f", "8853167ab14c043919981a6409307ef6"),
    (54, "1ad616be707a2b269ecfe28bdea4a428", "db2229dcdcc4322c2899e3fcdaeb12f5"),
    (55, "81afe5b788dc2ce138ff83d9b20164db", "19910fbb344bf57448fff9ee9a58106f"),
    (56, "2aba54f0ac632420a2b502431408866e", "87fffcf68777e021d6068baeb18a877d"),
    (57, "903284efbf9100e8ba1614ec65eacaca", "577e8427aa803d27d229631825b02abc"),
    (63, "733d3d4ee79ee67145bf73da13588f6f", "a2df1363c3caa5f2744cb66cd0388563"),
    (64, "79322907b3e9d013d7dc2c2f256674db", "afba2b1a4441b2333a7f48688f7a6e38"),
    (65, "d85c007c6eb440f085afa2b84f6f2bce", "2cbdc26833af6d9d8d4175d4cf30278d"),
    (110, "87f22f4d2ffd18b5e4f31d1e5e0a2e8c", "326fdc56b72f6ee83f1e75f49de4e5ff"),
    (111, "b41ae5233b9ec35d8576a032034d2857", "df79e18538ec82120d0eb59f92ade93f"),
    (112, "0949563bc78e5ccd85603fa20368a33e", "d7377bc7047400daa33483946a6e2ec4"),
    (113, "797b138819c4658ac5a0117ffe7d88f2", "69a127d193a5bd3239535d093dc71c32"),
    (119, "6c87eedf096b345de205b702e5223b73", "1efae71e30c3bdc6cde724788736a100"),
    (120, "42500cf6a1e3936d6b9e0bcfe296d654", "ad2a8e4e76a1d9eeca549852ed03e8bd"),
    (127, "68f6ff710276900c0ffbbc57426f67e0", "82b7fc0e1e5d1bb8e56e25cef83ba120"),
    (128, "489d55fea9a73af36b6dd0be7b4117d8", "eb5119a4c3e176a3e0cb2bf8a6237bdc"),
    (129, "4e1556b2e9a50a3cc9478f3254727b01", "06e68bf71185b1fda1d64bc8dc221aea"),
    (239, "ed3c5b14a0f887df5e03f300c117bd28", "511f3b02317c383e27eb7064cc6e1d72"),
    (240, "c7b6cc74a2af2bc6a42289d95a89fb76", "774d6a1206485a1c2342cfddc586d2b0"),
    (255, "a00e7f00e2acf6905080c3b78319b8a4", "eeca349bbe7fea8643043b6beedfe770"),
    (256, "cd0f337ab3e6f7b4f9a40b8278670d10", "ca6e7d0c2e4ae8774b65b1353a44154f"),
    (1000, "6b0df76627243d095b0c4400cb658b7e", "5c9833a6b6d14cabd5256ae50e921716"),
  ]) func hashesMatchAroundBlockBoundaries(count: Int, sha256: String, sha512: String) {
    let message = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) })
    #expect(SHA2.sha256(message).hexadecimal.hasPrefix(sha256))
    #expect(SHA2.sha512(message).hexadecimal.hasPrefix(sha512))
  }

  @Test func slicesAreHashedFromTheirOwnStart() {
    let message = Data("xxabcxx".utf8)[2..<5]
    #expect(SHA2.sha256(message) == SHA2.sha256(Data("abc".utf8)))
  }
}

extension Data {
  var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
