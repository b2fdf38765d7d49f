import { describe, expect, it } from 'vitest'
import { openFailureStatuses } from '@/lib/contracts/vocabulary'
import { loadFailureSearch, toFailureListInput } from './failure-search'

const inputOf = (query: string) => toFailureListInput(loadFailureSearch(new URLSearchParams(query)))

describe('the list of failures', () => {
  it.each([
    ['', [...openFailureStatuses]],
    ['over=shown', undefined],
    ['status=resolved', ['resolved']],
    ['status=resolved&over=shown', ['resolved']],
    ['over=nonsense', [...openFailureStatuses]],
  ])('at ?%s asks for the statuses %j', (query, status) => {
    expect(inputOf(query).status).toEqual(status)
  })
})
