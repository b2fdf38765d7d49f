import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const sales = 'Sales rose in March and April and fell in May, but May was still better than February.'
const tests = 'Tom passed the theory test but failed the driving test; Lea passed both.'
const backups = 'Backups run nightly at 2:00 and are kept for 14 days; the monthly one is kept for a year.'
const entry = 'Entry is free for children up to 6; from 7 to 15 they pay half, from 16 the full price.'
const office = 'Before 2020 the office was in Kiel; since then it has been in Bremen.'
const rights = 'Only admins can delete projects. Editors can archive them, viewers can do neither.'
const deploys = 'Deploys to production are blocked on Fridays, except for hotfixes.'
const battery = 'The battery lasts 10 hours, 2 more than the previous model, and charges in 90 minutes.'

const limits = 'Requests with an API key are limited to 100 per minute, those without to 10.'
const platforms = 'Platform 4 is closed. Trains to Graz leave from platform 6, trains to Linz from platform 2.'
const samples =
  'Two of the samples were contaminated and had to be discarded; the remaining ten were analysed, nine of them successfully.'
const browsers = 'Firefox is not supported yet; support is planned for the autumn. Safari will not be supported.'

describe('of two that a sentence contrasts', () => {
  it.each([
    ["You can't deploy to production on a Friday.", deploys],
    ['Lea passed the driving test.', tests],
    ["Tom didn't pass the driving test.", tests],
    ['The monthly backup is kept for twelve months.', backups],
    ['Nightly backups are not kept for a year.', backups],
    ['Today the office is in Bremen.', office],
    ['The office is no longer in Kiel.', office],
    ['Children up to six do not pay.', entry],
    ['Your ten-year-old pays half.', entry],
    ['Go support is not experimental.', 'Rust support is experimental. Go and Java are fully supported.'],
    ['April was better than March.', sales],
    ['February was worse than May.', sales],
    ['Sales did not rise in May.', sales],
    ['Editors can archive projects.', rights],
    ['Viewers can neither delete nor archive projects.', rights],
    ['The previous model lasted eight hours.', battery],
    ['The translation is no longer missing.', 'The cause was a missing translation, which has been added.'],
    ['With an API key the limit is 100 per minute.', limits],
    ["The train to Graz doesn't leave from platform 4.", platforms],
    ['The contaminated samples were not analysed.', samples],
    ['Safari support is not planned.', browsers],
  ])('one is told rightly: %s', (output, source) => {
    expect(contradictedBy(source, output)).toEqual([])
  })

  it.each([
    ['Nightly backups are kept for a year.', 'The nightly backups are kept for a week, not for a year.'],
    ['Deploys are not blocked on Fridays.', 'Deploys are blocked on Fridays.'],
    ['Children up to 6 do not pay.', 'Children up to 6 pay half.'],
  ])('one is told wrongly: %s', (output, source) => {
    expect(contradictedBy(source, output)).not.toEqual([])
  })
})
