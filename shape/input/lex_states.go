package input

// States: what may come next.
const (
	atRoot     uint8 = iota // a value, or the end
	atGap                   // the same behind a number or a literal: it needs a separator
	atValue                 // a value
	atFirst                 // a value or ]
	atFirstKey              // a name or }
	atKey                   // a name
	atColon
	afterElement // , or ]
	afterMember  // , or }
	atStop       // nothing: the scan is over
	states
)

// What to do with a byte; 0 for one that can't be there.
const (
	doSpace uint8 = 1 + iota
	doObject
	doArray
	doEndObject
	doEndArray
	doString
	doNumber
	doTrue
	doFalse
	doNull
	doKey
	doColon
	doElement
	doMember
)

var actions = [states][256]uint8{
	atRoot: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace,
		'{': doObject, '[': doArray, '"': doString, 't': doTrue, 'f': doFalse, 'n': doNull,
		'-': doNumber, '0': doNumber, '1': doNumber, '2': doNumber, '3': doNumber, '4': doNumber,
		'5': doNumber, '6': doNumber, '7': doNumber, '8': doNumber, '9': doNumber,
	},
	atGap: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace,
		'{': doObject, '[': doArray, '"': doString,
	},
	atValue: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace,
		'{': doObject, '[': doArray, '"': doString, 't': doTrue, 'f': doFalse, 'n': doNull,
		'-': doNumber, '0': doNumber, '1': doNumber, '2': doNumber, '3': doNumber, '4': doNumber,
		'5': doNumber, '6': doNumber, '7': doNumber, '8': doNumber, '9': doNumber,
	},
	atFirst: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace, ']': doEndArray,
		'{': doObject, '[': doArray, '"': doString, 't': doTrue, 'f': doFalse, 'n': doNull,
		'-': doNumber, '0': doNumber, '1': doNumber, '2': doNumber, '3': doNumber, '4': doNumber,
		'5': doNumber, '6': doNumber, '7': doNumber, '8': doNumber, '9': doNumber,
	},
	atFirstKey: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace,
		'"': doKey, '}': doEndObject,
	},
	atKey: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace, '"': doKey,
	},
	atColon: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace, ':': doColon,
	},
	afterElement: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace,
		',': doElement, ']': doEndArray,
	},
	afterMember: {
		' ': doSpace, '\n': doSpace, '\r': doSpace, '\t': doSpace,
		',': doMember, '}': doEndObject,
	},
}
