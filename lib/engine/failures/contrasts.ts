/** Words of one line tell failures apart where everything else is the same: what was attempted, on which side, and how it failed. */
const groups = [
  'read reading|write writing|append appending|execute executing|open opening|close closing|seek seeking|rename renaming|move moving|copy copying',
  'create creating|delete deleting|remove removing|update updating|insert inserting|select selecting|upsert|truncate|drop dropping|alter altering',
  'get|put|post|patch|head|delete|options',
  'send sending|receive receiving|upload uploading|download downloading|publish publishing|subscribe subscribing|fetch fetching|push pushing|pull pulling',
  'connect connecting connection|disconnect disconnecting disconnection|bind binding|listen listening|accept accepting',
  'start starting|stop stopping|restart restarting|pause pausing|resume resuming|begin|end|commit committing|rollback|abort aborting',
  'encode encoding|decode decoding|parse parsing|serialize serializing|deserialize deserializing|compress compressing|decompress decompressing|encrypt encrypting|decrypt decrypting',
  'lock locking|unlock unlocking|acquire acquiring|release releasing',
  'login|logout|register registering|unregister unregistering',
  'mount mounting|unmount unmounting|install installing|uninstall uninstalling|enable enabling|disable disabling',
  'allocate allocating|free freeing|load loading|save saving|store storing|restore restoring|import importing|export exporting',
  'refused|reset|aborted|closed|dropped|lost|unreachable|rejected',
  'missing|invalid|expired|revoked|malformed|duplicate|empty|corrupt corrupted|unknown|unsupported|locked|full|busy|disabled',
  'input|output|request|response|stdin|stdout|stderr',
  'source|destination|target|local|remote|upstream|downstream|inbound|outbound|primary|replica|leader|follower|parent|child',
  'cpu|memory|disk|network|gpu|swap|inode',
  'minimum|maximum|before|after|first|last|above|below|underflow|overflow',
]

const sides = new Map<string, (readonly [group: number, side: number])[]>()
for (const [group, words] of groups.entries())
  for (const [side, same] of words.split('|').entries())
    for (const word of same.split(' ')) sides.set(word, [...(sides.get(word) ?? []), [group, side]])

const ends = /^[^a-z]+|[^a-z]+$/g

/** Whether two words exclude each other as what a failure is of: "read" and "write", "refused" and "reset". */
export function areContrasting(one: string, other: string): boolean {
  const own = sides.get(one.replace(ends, ''))
  if (!own) return false
  const theirs = sides.get(other.replace(ends, ''))
  return theirs?.some(([group, side]) => own.some(([kind, place]) => kind === group && place !== side)) ?? false
}
