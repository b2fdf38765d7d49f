import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const chat = `[09:02] Nora: I booked the hall for the 12th.
[09:04] Eli: Great. I ordered lunch for forty people.
[09:05] Nora: We still need a projector.
[09:07] Sam: I can bring mine. I also invited the press.
[09:09] Eli: I think the stage is too small.
[09:10] Sam: I agree with Eli.
[09:12] Nora: I will sign the contract tomorrow.`
const help = `**Agent:** Hello, how can I help?
**Customer:** I bought a kettle in May and it leaks.
**Agent:** I am sorry. I have opened a return for you.`

describe('what one speaker of a chat tells of themselves', () => {
  it.each([
    ['did', 'Eli booked the hall for the 12th.', chat, 'Eli'],
    ['did, in the passive', 'Lunch for forty people was ordered by Sam.', chat, 'Sam'],
    ['did, in a later sentence of the turn', 'Nora invited the press.', chat, 'Nora'],
    ['will do', 'Sam will sign the contract tomorrow.', chat, 'Sam'],
    ['said', 'Nora said that the stage is too small.', chat, 'Nora'],
    ['did, by a role', 'The agent bought a kettle in May.', help, 'agent'],
    ['did, by a bold role', 'The customer opened a return.', help, 'customer'],
  ])('is contradicted of another: what they %s', (_what, output, source, found) => {
    expect(contradictedBy(source, output)).toEqual([found])
  })

  it.each([
    ['of the speaker', 'Nora booked the hall.', chat],
    ['of the speaker, in the passive', 'Lunch was ordered by Eli.', chat],
    ['of the speaker, as what they said', 'Nora said that they still needed a projector.', chat],
    ['of one who agrees', 'Sam thinks that the stage is too small.', chat],
    ['of both', 'Nora and Eli booked the hall and ordered lunch.', chat],
    ['of what one could do', 'Nora can bring a projector.', chat],
    ['of one for whom it is done', 'The customer got a return.', help],
    ['of one who is named in a text that is no chat', 'Ben moved the desk.', 'Author: Ben\nNote: I moved the desk.'],
  ])('may be told %s', (_what, output, source) => {
    expect(contradictedBy(source, output)).toEqual([])
  })
})
