import OpenSwiftData

/// A model with more properties than a 64-bit mask can represent.
@Model
package final class Broad {
  package var p0: Int
  package var p1: Int
  package var p2: Int
  package var p3: Int
  package var p4: Int
  package var p5: Int
  package var p6: Int
  package var p7: Int
  package var p8: Int
  package var p9: Int
  package var p10: Int
  package var p11: Int
  package var p12: Int
  package var p13: Int
  package var p14: Int
  package var p15: Int
  package var p16: Int
  package var p17: Int
  package var p18: Int
  package var p19: Int
  package var p20: Int
  package var p21: Int
  package var p22: Int
  package var p23: Int
  package var p24: Int
  package var p25: Int
  package var p26: Int
  package var p27: Int
  package var p28: Int
  package var p29: Int
  package var p30: Int
  package var p31: Int
  package var p32: Int
  package var p33: Int
  package var p34: Int
  package var p35: Int
  package var p36: Int
  package var p37: Int
  package var p38: Int
  package var p39: Int
  package var p40: Int
  package var p41: Int
  package var p42: Int
  package var p43: Int
  package var p44: Int
  package var p45: Int
  package var p46: Int
  package var p47: Int
  package var p48: Int
  package var p49: Int
  package var p50: Int
  package var p51: Int
  package var p52: Int
  package var p53: Int
  package var p54: Int
  package var p55: Int
  package var p56: Int
  package var p57: Int
  package var p58: Int
  package var p59: Int
  package var p60: Int
  package var p61: Int
  package var p62: Int
  package var p63: Int
  package var p64: Int
  package var p65: Int
  package var p66: Int
  package var p67: Int
  package var p68: Int
  package var p69: Int

  package init(base: Int) {
    p0 = base + 0
    p1 = base + 1
    p2 = base + 2
    p3 = base + 3
    p4 = base + 4
    p5 = base + 5
    p6 = base + 6
    p7 = base + 7
    p8 = base + 8
    p9 = base + 9
    p10 = base + 10
    p11 = base + 11
    p12 = base + 12
    p13 = base + 13
    p14 = base + 14
    p15 = base + 15
    p16 = base + 16
    p17 = base + 17
    p18 = base + 18
    p19 = base + 19
    p20 = base + 20
    p21 = base + 21
    p22 = base + 22
    p23 = base + 23
    p24 = base + 24
    p25 = base + 25
    p26 = base + 26
    p27 = base + 27
    p28 = base + 28
    p29 = base + 29
    p30 = base + 30
    p31 = base + 31
    p32 = base + 32
    p33 = base + 33
    p34 = base + 34
    p35 = base + 35
    p36 = base + 36
    p37 = base + 37
    p38 = base + 38
    p39 = base + 39
    p40 = base + 40
    p41 = base + 41
    p42 = base + 42
    p43 = base + 43
    p44 = base + 44
    p45 = base + 45
    p46 = base + 46
    p47 = base + 47
    p48 = base + 48
    p49 = base + 49
    p50 = base + 50
    p51 = base + 51
    p52 = base + 52
    p53 = base + 53
    p54 = base + 54
    p55 = base + 55
    p56 = base + 56
    p57 = base + 57
    p58 = base + 58
    p59 = base + 59
    p60 = base + 60
    p61 = base + 61
    p62 = base + 62
    p63 = base + 63
    p64 = base + 64
    p65 = base + 65
    p66 = base + 66
    p67 = base + 67
    p68 = base + 68
    p69 = base + 69
  }

  /// Every property, in order.
  // SAFETY: immutable; key paths of this form hold no state.
  nonisolated(unsafe) package static let paths: [ReferenceWritableKeyPath<Broad, Int>] = [
    \.p0, \.p1, \.p2, \.p3, \.p4, \.p5, \.p6, \.p7, \.p8, \.p9, \.p10, \.p11, \.p12, \.p13, \.p14,
    \.p15, \.p16, \.p17, \.p18, \.p19, \.p20, \.p21, \.p22, \.p23, \.p24, \.p25, \.p26, \.p27,
    \.p28, \.p29, \.p30, \.p31, \.p32, \.p33, \.p34, \.p35, \.p36, \.p37, \.p38, \.p39, \.p40,
    \.p41, \.p42, \.p43, \.p44, \.p45, \.p46, \.p47, \.p48, \.p49, \.p50, \.p51, \.p52, \.p53,
    \.p54, \.p55, \.p56, \.p57, \.p58, \.p59, \.p60, \.p61, \.p62, \.p63, \.p64, \.p65, \.p66,
    \.p67, \.p68, \.p69,
  ]
}
