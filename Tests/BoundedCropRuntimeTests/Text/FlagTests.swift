import BoundedCropRuntime
import Testing

@Suite struct FlagTests {
    @Test(arguments: ["true", "True", "TRUE", "yes", "yEs", "on", "ON", "1"]) func textsThatMeanOn(_ text: String) {
        #expect(Bool(flag: text) == true)
    }

    @Test(arguments: ["false", "False", "FALSE", "no", "nO", "off", "OFF", "0"]) func textsThatMeanOff(_ text: String) {
        #expect(Bool(flag: text) == false)
    }

    @Test(arguments: ["", " ", "true ", " 1", "2", "-1", "01", "t", "y", "maybe", "truefalse", "ｔｒｕｅ", "１"])
    func anyOtherTextIsNil(_ text: String) {
        #expect(Bool(flag: text) == nil)
    }
}
