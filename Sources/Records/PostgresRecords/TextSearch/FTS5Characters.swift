/// The tables by which the `unicode61` tokenizer of SQLite's FTS5 folds and separates characters, for
/// use in PostgreSQL.
///
/// They are constants, because an index is valid only as long as its functions stay the same: not
/// those of the locale or the Unicode version of a server or a client. A test compares them with
/// SQLite for every character.
enum FTS5Characters {
  /// The letters beyond ASCII whose case is folded, and the letters that replace them.
  static let caseFoldings: (letters: String, folded: String) = {
    var (letters, folded) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    for run in caseRuns.split(separator: " ") {
      let numbers = run.split(separator: ",").compactMap { Int($0) }
      guard numbers.count == 4 else { continue }
      for index in 0..<numbers[1] {
        let letter = numbers[0] + index * numbers[2]
        guard let from = Unicode.Scalar(UInt32(letter)),
          let to = Unicode.Scalar(UInt32(letter + numbers[3]))
        else { continue }
        letters.append(from)
        folded.append(to)
      }
    }
    return (String(letters), String(folded))
  }()

  /// The letters that words fold: by case and diacritics.
  static let wordFoldings: (letters: String, folded: String) = {
    var plain: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, accented) in accentedLetters {
      for scalar in accented.unicodeScalars { plain[scalar] = letter }
    }
    var (letters, folded) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    let cases = zip(caseFoldings.letters.unicodeScalars, caseFoldings.folded.unicodeScalars)
    // U+0345 is a letter only in substrings; between words it is a separator.
    for (capital, small) in cases where capital != "\u{345}" {
      letters.append(capital)
      folded.append(plain[small] ?? small)
    }
    for (accented, letter) in plain.sorted(by: { $0.key < $1.key }) {
      letters.append(accented)
      folded.append(letter)
    }
    return (String(letters), String(folded))
  }()

  /// The combining marks that words omit.
  static let omittedMarks = """
    \u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{309}\u{30A}\u{30B}\u{30C}\
    \u{30F}\u{311}\u{31B}\u{323}\u{324}\u{325}\u{326}\u{327}\u{328}\u{32D}\u{32E}\u{330}\
    \u{331}
    """

  /// Runs of letters with case: the first, their number, their distance, and that of their folded
  /// forms.
  private static let caseRuns = """
    181,1,1,775 192,23,1,32 216,7,1,32 256,24,2,1 306,3,2,1 313,8,2,1 330,23,2,1 376,1,1,-121 \
    377,3,2,1 383,1,1,-268 385,1,1,210 386,2,2,1 390,1,1,206 391,1,1,1 393,2,1,205 395,1,1,1 \
    398,1,1,79 399,1,1,202 400,1,1,203 401,1,1,1 403,1,1,205 404,1,1,207 406,1,1,211 \
    407,1,1,209 408,1,1,1 412,1,1,211 413,1,1,213 415,1,1,214 416,3,2,1 422,1,1,218 423,1,1,1 \
    425,1,1,218 428,1,1,1 430,1,1,218 431,1,1,1 433,2,1,217 435,2,2,1 439,1,1,219 440,1,1,1 \
    444,1,1,1 452,1,1,2 453,1,1,1 455,1,1,2 456,1,1,1 458,1,1,2 459,9,2,1 478,9,2,1 497,1,1,2 \
    498,2,2,1 502,1,1,-97 503,1,1,-56 504,20,2,1 544,1,1,-130 546,9,2,1 570,1,1,10795 571,1,1,1 \
    573,1,1,-163 574,1,1,10792 577,1,1,1 579,1,1,-195 580,1,1,69 581,1,1,71 582,5,2,1 \
    837,1,1,116 880,2,2,1 886,1,1,1 902,1,1,38 904,3,1,37 908,1,1,64 910,2,1,63 913,17,1,32 \
    931,9,1,32 962,1,1,1 975,1,1,8 976,1,1,-30 977,1,1,-25 981,1,1,-15 982,1,1,-22 984,12,2,1 \
    1008,1,1,-54 1009,1,1,-48 1012,1,1,-60 1013,1,1,-64 1015,1,1,1 1017,1,1,-7 1018,1,1,1 \
    1021,3,1,-130 1024,16,1,80 1040,32,1,32 1120,17,2,1 1162,27,2,1 1216,1,1,15 1217,7,2,1 \
    1232,44,2,1 1329,38,1,48 4256,38,1,7264 4295,1,1,7264 4301,1,1,7264 7680,75,2,1 \
    7835,1,1,-58 7838,1,1,-7615 7840,48,2,1 7944,8,1,-8 7960,6,1,-8 7976,8,1,-8 7992,8,1,-8 \
    8008,6,1,-8 8025,4,2,-8 8040,8,1,-8 8072,8,1,-8 8088,8,1,-8 8104,8,1,-8 8120,2,1,-8 \
    8122,2,1,-74 8124,1,1,-9 8126,1,1,-7173 8136,4,1,-86 8140,1,1,-9 8152,2,1,-8 8154,2,1,-100 \
    8168,2,1,-8 8170,2,1,-112 8172,1,1,-7 8184,2,1,-128 8186,2,1,-126 8188,1,1,-9 \
    8486,1,1,-7517 8490,1,1,-8383 8491,1,1,-8262 8498,1,1,28 8544,16,1,16 8579,1,1,1 \
    9398,26,1,26 11264,47,1,48 11360,1,1,1 11362,1,1,-10743 11363,1,1,-3814 11364,1,1,-10727 \
    11367,3,2,1 11373,1,1,-10780 11374,1,1,-10749 11375,1,1,-10783 11376,1,1,-10782 11378,1,1,1 \
    11381,1,1,1 11390,2,1,-10815 11392,50,2,1 11499,2,2,1 11506,1,1,1 42560,23,2,1 42624,12,2,1 \
    42786,7,2,1 42802,31,2,1 42873,2,2,1 42877,1,1,-35332 42878,5,2,1 42891,1,1,1 \
    42893,1,1,-42280 42896,2,2,1 42912,5,2,1 42922,1,1,-42308 65313,26,1,32 66560,40,1,40 
    """

  /// Letters without diacritics, each with its accented forms after case folding.
  private static let accentedLetters: [(Unicode.Scalar, String)] = [
    ("a", "àáâãäåāăąǎǟǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
    ("c", "çćĉċčḉ"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ("i", "ìíîïĩīĭįİǐȉȋḭḯỉị"),
    ("n", "ñńņňǹṅṇṉṋ"),
    ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ("y", "ýÿŷȳẏẙỳỵỷỹ"),
    ("d", "ďḋḍḏḑḓ"),
    ("g", "ĝğġģǧǵḡ"),
    ("h", "ĥȟḣḥḧḩḫẖ"),
    ("j", "ĵǰ"),
    ("k", "ķǩḱḳḵ"),
    ("l", "ĺļľḷḹḻḽ"),
    ("r", "ŕŗřȑȓṙṛṝṟ"),
    ("s", "śŝşšșṡṣṥṧṩ"),
    ("t", "ţťțṫṭṯṱẗ"),
    ("w", "ŵẁẃẅẇẉẘ"),
    ("z", "źżžẑẓẕ"),
    ("b", "ḃḅḇ"),
    ("f", "ḟ"),
    ("m", "ḿṁṃ"),
    ("p", "ṕṗ"),
    ("v", "ṽṿ"),
    ("x", "ẋẍ"),
  ]

  /// The characters of words after folding, as the contents of a bracket expression.
  static let wordCharacters = #"""
    0-9a-z\u00AA\u00B2\u00B3\u00B5\u00B9\u00BA\u00BC-\u00BE\u00C0-\u00D6\u00D8-\u00F6\#
    \u00F8-\u02C1\u02C6-\u02D1\u02E0-\u02E4\u02EC\u02EE\u0370-\u0374\u0376-\u037D\u037F-\u0383\#
    \u0386\u0388-\u03F5\u03F7-\u0481\u048A-\u0559\u0560-\u0588\u058B-\u058E\u0590\u05C8-\u05F2\#
    \u05F5-\u05FF\u0605\u061C\u061D\u0620-\u064A\u0660-\u0669\u066E\u066F\u0671-\u06D3\u06D5\#
    \u06E5\u06E6\u06EE-\u06FC\u06FF\u070E\u0710\u0712-\u072F\u074B-\u07A5\u07B1-\u07EA\#
    \u07F4\u07F5\u07FA-\u0815\u081A\u0824\u0828\u082E\u082F\u083F-\u0858\u085C\u085D\#
    \u085F-\u08E3\u08FF\u0904-\u0939\u093D\u0950\u0958-\u0961\u0966-\u096F\u0971-\u0980\#
    \u0984-\u09BB\u09BD\u09C5\u09C6\u09C9\u09CA\u09CE-\u09D6\u09D8-\u09E1\u09E4-\u09F1\#
    \u09F4-\u09F9\u09FC-\u0A00\u0A04-\u0A3B\u0A3D\u0A43-\u0A46\u0A49\u0A4A\u0A4E-\u0A50\#
    \u0A52-\u0A6F\u0A72-\u0A74\u0A76-\u0A80\u0A84-\u0ABB\u0ABD\u0AC6\u0ACA\u0ACE-\u0AE1\#
    \u0AE4-\u0AEF\u0AF2-\u0B00\u0B04-\u0B3B\u0B3D\u0B45\u0B46\u0B49\u0B4A\u0B4E-\u0B55\#
    \u0B58-\u0B61\u0B64-\u0B6F\u0B71-\u0B81\u0B83-\u0BBD\u0BC3-\u0BC5\u0BC9\u0BCE-\u0BD6\#
    \u0BD8-\u0BF2\u0BFB-\u0C00\u0C04-\u0C3D\u0C45\u0C49\u0C4E-\u0C54\u0C57-\u0C61\u0C64-\u0C7E\#
    \u0C80\u0C81\u0C84-\u0CBB\u0CBD\u0CC5\u0CC9\u0CCE-\u0CD4\u0CD7-\u0CE1\u0CE4-\u0D01\#
    \u0D04-\u0D3D\u0D45\u0D49\u0D4E-\u0D56\u0D58-\u0D61\u0D64-\u0D78\u0D7A-\u0D81\u0D84-\u0DC9\#
    \u0DCB-\u0DCE\u0DD5\u0DD7\u0DE0-\u0DF1\u0DF5-\u0E30\u0E32\u0E33\u0E3B-\u0E3E\u0E40-\u0E46\#
    \u0E50-\u0E59\u0E5C-\u0EB0\u0EB2\u0EB3\u0EBA\u0EBD-\u0EC7\u0ECE-\u0F00\u0F20-\u0F33\#
    \u0F40-\u0F70\u0F88-\u0F8C\u0F98\u0FBD\u0FCD\u0FDB-\u102A\u103F-\u1049\u1050-\u1055\#
    \u105A-\u105D\u1061\u1065\u1066\u106E-\u1070\u1075-\u1081\u108E\u1090-\u1099\u10A0-\u10FA\#
    \u10FC-\u135C\u1369-\u138F\u139A-\u13FF\u1401-\u166C\u166F-\u167F\u1681-\u169A\u169D-\u16EA\#
    \u16EE-\u1711\u1715-\u1731\u1737-\u1751\u1754-\u1771\u1774-\u17B3\u17D7\u17DC\u17DE-\u17FF\#
    \u180F-\u18A8\u18AA-\u191F\u192C-\u192F\u193C-\u193F\u1941-\u1943\u1946-\u19AF\u19C1-\u19C7\#
    \u19CA-\u19DD\u1A00-\u1A16\u1A1C\u1A1D\u1A20-\u1A54\u1A5F\u1A7D\u1A7E\u1A80-\u1A9F\u1AA7\#
    \u1AAE-\u1AFF\u1B05-\u1B33\u1B45-\u1B59\u1B7D-\u1B7F\u1B83-\u1BA0\u1BAE-\u1BE5\u1BF4-\u1BFB\#
    \u1C00-\u1C23\u1C38-\u1C3A\u1C40-\u1C7D\u1C80-\u1CBF\u1CC8-\u1CCF\u1CE9-\u1CEC\u1CEE-\u1CF1\#
    \u1CF5-\u1DBF\u1DE7-\u1DFB\u1E00-\u1FBC\u1FBE\u1FC2-\u1FCC\u1FD0-\u1FDC\u1FE0-\u1FEC\#
    \u1FF0-\u1FFC\u1FFF\u2065-\u2069\u2070-\u2079\u207F-\u2089\u208F-\u209F\u20BA-\u20CF\#
    \u20F1-\u20FF\u2102\u2107\u210A-\u2113\u2115\u2119-\u211D\u2124\u2126\u2128\u212A-\u212D\#
    \u212F-\u2139\u213C-\u213F\u2145-\u2149\u214E\u2150-\u218F\u23F4-\u23FF\u2427-\u243F\#
    \u244B-\u249B\u24EA-\u24FF\u2700\u2776-\u2793\u2B4D-\u2B4F\u2B5A-\u2CE4\u2CEB-\u2CEE\#
    \u2CF2-\u2CF8\u2CFD\u2D00-\u2D6F\u2D71-\u2D7E\u2D80-\u2DDF\u2E2F\u2E3C-\u2E7F\u2E9A\#
    \u2EF4-\u2EFF\u2FD6-\u2FEF\u2FFC-\u2FFF\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303C\#
    \u3040-\u3098\u309D-\u309F\u30A1-\u30FA\u30FC-\u318F\u3192-\u3195\u31A0-\u31BF\u31E4-\u31FF\#
    \u321F-\u3229\u3248-\u324F\u3251-\u325F\u3280-\u3289\u32B1-\u32BF\u32FF\u3400-\u4DBF\#
    \u4E00-\uA48F\uA4C7-\uA4FD\uA500-\uA60C\uA610-\uA66E\uA67F-\uA69E\uA6A0-\uA6EF\uA6F8-\uA6FF\#
    \uA717-\uA71F\uA722-\uA788\uA78B-\uA801\uA803-\uA805\uA807-\uA80A\uA80C-\uA822\uA82C-\uA835\#
    \uA83A-\uA873\uA878-\uA87F\uA882-\uA8B3\uA8C5-\uA8CD\uA8D0-\uA8DF\uA8F2-\uA8F7\uA8FB-\uA925\#
    \uA930-\uA946\uA954-\uA95E\uA960-\uA97F\uA984-\uA9B2\uA9CE-\uA9DD\uA9E0-\uAA28\uAA37-\uAA42\#
    \uAA44-\uAA4B\uAA4E-\uAA5B\uAA60-\uAA76\uAA7A\uAA7C-\uAAAF\uAAB1\uAAB5\uAAB6\uAAB9-\uAABD\#
    \uAAC0\uAAC2-\uAADD\uAAE0-\uAAEA\uAAF2-\uAAF4\uAAF7-\uABE2\uABEE-\uD7FF\uE000-\uFB1D\#
    \uFB1F-\uFB28\uFB2A-\uFBB1\uFBC2-\uFD3D\uFD40-\uFDFB\uFDFE\uFDFF\uFE1A-\uFE1F\uFE27-\uFE2F\#
    \uFE53\uFE67\uFE6C-\uFEFE\uFF00\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDF\uFFE7\#
    \uFFEF-\uFFF8\U00010000-\U000100FF\U00010103-\U00010136\U00010140-\U00010178\#
    \U0001018A-\U0001018F\U0001019C-\U000101CF\U000101FE-\U0001039E\U000103A0-\U000103CF\#
    \U000103D1-\U00010856\U00010858-\U0001091E\U00010920-\U0001093E\U00010940-\U00010A00\#
    \U00010A04\U00010A07-\U00010A0B\U00010A10-\U00010A37\U00010A3B-\U00010A3E\#
    \U00010A40-\U00010A4F\U00010A59-\U00010A7E\U00010A80-\U00010B38\U00010B40-\U00010FFF\#
    \U00011003-\U00011037\U0001104E-\U0001107F\U00011083-\U000110AF\U000110C2-\U000110FF\#
    \U00011103-\U00011126\U00011135-\U0001113F\U00011144-\U0001117F\U00011183-\U000111B2\#
    \U000111C1-\U000111C4\U000111C9-\U000116AA\U000116B8-\U0001246F\U00012474-\U00016F50\#
    \U00016F7F-\U00016F8E\U00016F93-\U0001CFFF\U0001D0F6-\U0001D0FF\U0001D127\U0001D128\#
    \U0001D1DE-\U0001D1FF\U0001D246-\U0001D2FF\U0001D357-\U0001D6C0\U0001D6C2-\U0001D6DA\#
    \U0001D6DC-\U0001D6FA\U0001D6FC-\U0001D714\U0001D716-\U0001D734\U0001D736-\U0001D74E\#
    \U0001D750-\U0001D76E\U0001D770-\U0001D788\U0001D78A-\U0001D7A8\U0001D7AA-\U0001D7C2\#
    \U0001D7C4-\U0001EEEF\U0001EEF2-\U0001EFFF\U0001F02C-\U0001F02F\U0001F094-\U0001F09F\#
    \U0001F0AF\U0001F0B0\U0001F0BF\U0001F0C0\U0001F0D0\U0001F0E0-\U0001F10F\U0001F12F\#
    \U0001F16C-\U0001F16F\U0001F19B-\U0001F1E5\U0001F203-\U0001F20F\U0001F23B-\U0001F23F\#
    \U0001F249-\U0001F24F\U0001F252-\U0001F2FF\U0001F321-\U0001F32F\U0001F336\#
    \U0001F37D-\U0001F37F\U0001F394-\U0001F39F\U0001F3C5\U0001F3CB-\U0001F3DF\#
    \U0001F3F1-\U0001F3FF\U0001F43F\U0001F441\U0001F4F8\U0001F4FD-\U0001F4FF\U0001F53E\U0001F53F\#
    \U0001F544-\U0001F54F\U0001F568-\U0001F5FA\U0001F641-\U0001F644\U0001F650-\U0001F67F\#
    \U0001F6C6-\U0001F6FF\U0001F774-\U000E0000\U000E0002-\U000E001F\U000E0080-\U000E00FF\#
    \U000E01F0-\U0010FFFF
    """#
}
