import { afterEach, expect, it, vi } from 'vitest'
import { showNotice } from './browser-notices'

afterEach(() => vi.unstubAllGlobals())

it('leaves the page as it is where the browser permits notifications and then refuses to show one', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => kept.set(key, value) })
  class Refused {
    constructor() {
      throw new TypeError('Illegal constructor')
    }
  }
  vi.stubGlobal('Notification', Refused)
  showNotice('desk', { id: '1', text: 'A gate waits', link: '/gates/1' })
  expect([...kept.values()]).toEqual(['unsupported'])
})
