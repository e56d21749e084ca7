import OpenSwiftData

// Models around the number of properties up to which the bits of changes are one word. Relationships
// stand among the last of them.

@Model final class WideTarget {
  var number: Int
  init(number: Int) { self.number = number }
}

protocol WideModel: PersistentModel {
  init()
  var target: WideTarget? { get set }
  var members: [WideTarget] { get set }
}

@Model final class Wide63 {
  var p0 = 0
  var p1 = 1
  var p2 = 2
  var p3 = 3
  var p4 = 4
  var p5 = 5
  var p6 = 6
  var p7 = 7
  var p8 = 8
  var p9 = 9
  var p10 = 10
  var p11 = 11
  var p12 = 12
  var p13 = 13
  var p14 = 14
  var p15 = 15
  var p16 = 16
  var p17 = 17
  var p18 = 18
  var p19 = 19
  var p20 = 20
  var p21 = 21
  var p22 = 22
  var p23 = 23
  var p24 = 24
  var p25 = 25
  var p26 = 26
  var p27 = 27
  var p28 = 28
  var p29 = 29
  var p30 = 30
  var p31 = 31
  var p32 = 32
  var p33 = 33
  var p34 = 34
  var p35 = 35
  var p36 = 36
  var p37 = 37
  var p38 = 38
  var p39 = 39
  var p40 = 40
  var p41 = 41
  var p42 = 42
  var p43 = 43
  var p44 = 44
  var p45 = 45
  var p46 = 46
  var p47 = 47
  var p48 = 48
  var p49 = 49
  var p50 = 50
  var p51 = 51
  var p52 = 52
  var p53 = 53
  var p54 = 54
  var p55 = 55
  var p56 = 56
  var p57 = 57
  var p58 = 58
  var p59 = 59
  var target: WideTarget?
  var members: [WideTarget] = []
  var p62 = 62
  init() {}
}

@Model final class Wide64 {
  var p0 = 0
  var p1 = 1
  var p2 = 2
  var p3 = 3
  var p4 = 4
  var p5 = 5
  var p6 = 6
  var p7 = 7
  var p8 = 8
  var p9 = 9
  var p10 = 10
  var p11 = 11
  var p12 = 12
  var p13 = 13
  var p14 = 14
  var p15 = 15
  var p16 = 16
  var p17 = 17
  var p18 = 18
  var p19 = 19
  var p20 = 20
  var p21 = 21
  var p22 = 22
  var p23 = 23
  var p24 = 24
  var p25 = 25
  var p26 = 26
  var p27 = 27
  var p28 = 28
  var p29 = 29
  var p30 = 30
  var p31 = 31
  var p32 = 32
  var p33 = 33
  var p34 = 34
  var p35 = 35
  var p36 = 36
  var p37 = 37
  var p38 = 38
  var p39 = 39
  var p40 = 40
  var p41 = 41
  var p42 = 42
  var p43 = 43
  var p44 = 44
  var p45 = 45
  var p46 = 46
  var p47 = 47
  var p48 = 48
  var p49 = 49
  var p50 = 50
  var p51 = 51
  var p52 = 52
  var p53 = 53
  var p54 = 54
  var p55 = 55
  var p56 = 56
  var p57 = 57
  var p58 = 58
  var p59 = 59
  var p60 = 60
  var target: WideTarget?
  var members: [WideTarget] = []
  var p63 = 63
  init() {}
}

@Model final class Wide65 {
  var p0 = 0
  var p1 = 1
  var p2 = 2
  var p3 = 3
  var p4 = 4
  var p5 = 5
  var p6 = 6
  var p7 = 7
  var p8 = 8
  var p9 = 9
  var p10 = 10
  var p11 = 11
  var p12 = 12
  var p13 = 13
  var p14 = 14
  var p15 = 15
  var p16 = 16
  var p17 = 17
  var p18 = 18
  var p19 = 19
  var p20 = 20
  var p21 = 21
  var p22 = 22
  var p23 = 23
  var p24 = 24
  var p25 = 25
  var p26 = 26
  var p27 = 27
  var p28 = 28
  var p29 = 29
  var p30 = 30
  var p31 = 31
  var p32 = 32
  var p33 = 33
  var p34 = 34
  var p35 = 35
  var p36 = 36
  var p37 = 37
  var p38 = 38
  var p39 = 39
  var p40 = 40
  var p41 = 41
  var p42 = 42
  var p43 = 43
  var p44 = 44
  var p45 = 45
  var p46 = 46
  var p47 = 47
  var p48 = 48
  var p49 = 49
  var p50 = 50
  var p51 = 51
  var p52 = 52
  var p53 = 53
  var p54 = 54
  var p55 = 55
  var p56 = 56
  var p57 = 57
  var p58 = 58
  var p59 = 59
  var p60 = 60
  var p61 = 61
  var target: WideTarget?
  var members: [WideTarget] = []
  var p64 = 64
  init() {}
}

@Model final class Wide70 {
  var p0 = 0
  var p1 = 1
  var p2 = 2
  var p3 = 3
  var p4 = 4
  var p5 = 5
  var p6 = 6
  var p7 = 7
  var p8 = 8
  var p9 = 9
  var p10 = 10
  var p11 = 11
  var p12 = 12
  var p13 = 13
  var p14 = 14
  var p15 = 15
  var p16 = 16
  var p17 = 17
  var p18 = 18
  var p19 = 19
  var p20 = 20
  var p21 = 21
  var p22 = 22
  var p23 = 23
  var p24 = 24
  var p25 = 25
  var p26 = 26
  var p27 = 27
  var p28 = 28
  var p29 = 29
  var p30 = 30
  var p31 = 31
  var p32 = 32
  var p33 = 33
  var p34 = 34
  var p35 = 35
  var p36 = 36
  var p37 = 37
  var p38 = 38
  var p39 = 39
  var p40 = 40
  var p41 = 41
  var p42 = 42
  var p43 = 43
  var p44 = 44
  var p45 = 45
  var p46 = 46
  var p47 = 47
  var p48 = 48
  var p49 = 49
  var p50 = 50
  var p51 = 51
  var p52 = 52
  var p53 = 53
  var p54 = 54
  var p55 = 55
  var p56 = 56
  var p57 = 57
  var p58 = 58
  var p59 = 59
  var p60 = 60
  var p61 = 61
  var p62 = 62
  var p63 = 63
  var p64 = 64
  var p65 = 65
  var p66 = 66
  var target: WideTarget?
  var members: [WideTarget] = []
  var p69 = 69
  init() {}
}

@Model final class Wide130 {
  var p0 = 0
  var p1 = 1
  var p2 = 2
  var p3 = 3
  var p4 = 4
  var p5 = 5
  var p6 = 6
  var p7 = 7
  var p8 = 8
  var p9 = 9
  var p10 = 10
  var p11 = 11
  var p12 = 12
  var p13 = 13
  var p14 = 14
  var p15 = 15
  var p16 = 16
  var p17 = 17
  var p18 = 18
  var p19 = 19
  var p20 = 20
  var p21 = 21
  var p22 = 22
  var p23 = 23
  var p24 = 24
  var p25 = 25
  var p26 = 26
  var p27 = 27
  var p28 = 28
  var p29 = 29
  var p30 = 30
  var p31 = 31
  var p32 = 32
  var p33 = 33
  var p34 = 34
  var p35 = 35
  var p36 = 36
  var p37 = 37
  var p38 = 38
  var p39 = 39
  var p40 = 40
  var p41 = 41
  var p42 = 42
  var p43 = 43
  var p44 = 44
  var p45 = 45
  var p46 = 46
  var p47 = 47
  var p48 = 48
  var p49 = 49
  var p50 = 50
  var p51 = 51
  var p52 = 52
  var p53 = 53
  var p54 = 54
  var p55 = 55
  var p56 = 56
  var p57 = 57
  var p58 = 58
  var p59 = 59
  var p60 = 60
  var p61 = 61
  var p62 = 62
  var p63 = 63
  var p64 = 64
  var p65 = 65
  var p66 = 66
  var p67 = 67
  var p68 = 68
  var p69 = 69
  var p70 = 70
  var p71 = 71
  var p72 = 72
  var p73 = 73
  var p74 = 74
  var p75 = 75
  var p76 = 76
  var p77 = 77
  var p78 = 78
  var p79 = 79
  var p80 = 80
  var p81 = 81
  var p82 = 82
  var p83 = 83
  var p84 = 84
  var p85 = 85
  var p86 = 86
  var p87 = 87
  var p88 = 88
  var p89 = 89
  var p90 = 90
  var p91 = 91
  var p92 = 92
  var p93 = 93
  var p94 = 94
  var p95 = 95
  var p96 = 96
  var p97 = 97
  var p98 = 98
  var p99 = 99
  var p100 = 100
  var p101 = 101
  var p102 = 102
  var p103 = 103
  var p104 = 104
  var p105 = 105
  var p106 = 106
  var p107 = 107
  var p108 = 108
  var p109 = 109
  var p110 = 110
  var p111 = 111
  var p112 = 112
  var p113 = 113
  var p114 = 114
  var p115 = 115
  var p116 = 116
  var p117 = 117
  var p118 = 118
  var p119 = 119
  var p120 = 120
  var p121 = 121
  var p122 = 122
  var p123 = 123
  var p124 = 124
  var p125 = 125
  var p126 = 126
  var target: WideTarget?
  var members: [WideTarget] = []
  var p129 = 129
  init() {}
}

extension Wide63: WideModel {}
extension Wide64: WideModel {}
extension Wide65: WideModel {}
extension Wide70: WideModel {}
extension Wide130: WideModel {}
