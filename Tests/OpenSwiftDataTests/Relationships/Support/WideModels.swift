import OpenSwiftData

// Models with about 64 properties, the limit up to which one word stores the mask of changes. Their
// relationships are among the last properties.

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

extension Wide63: WideModel {}
extension Wide64: WideModel {}
extension Wide65: WideModel {}
extension Wide70: WideModel {}
