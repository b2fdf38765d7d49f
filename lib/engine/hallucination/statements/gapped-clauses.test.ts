import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const terms =
  "The tenant may end the lease with two months' notice; the landlord with six. The frame is covered for ten years, moving parts for two, the battery for one."

const contradicted = (output: string, source = terms) => contradictedBy(source, output)

describe('the value of a clause without verb and unit', () => {
  it.each([
    ['of the first clause', "The landlord may end the lease with two months' notice.", 'two months'],
    ['of the first of three', 'The battery is covered for ten years.', 'ten years'],
    ['of the one before', 'The battery is covered for two years.', 'two years'],
    ['of the later clause', "The tenant may end the lease with six months' notice.", 'six months'],
    ['of no clause', "The landlord may end the lease with five months' notice.", 'five months'],
  ])('is no value %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    ['told as it stands', "The landlord may end the lease with six months' notice."],
    ['told as it stands, "one"', 'The battery is covered for one year.'],
    ['told of the first', "The tenant may end the lease with two months' notice."],
    ['told in other words', 'The landlord has to wait two months before moving in.'],
  ])('is %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })

  it('may be told elsewhere', () => {
    const both = `${terms} From May on the landlord, too, has two months.`
    expect(contradicted("The landlord may end the lease with two months' notice.", both)).toEqual([])
  })
})
