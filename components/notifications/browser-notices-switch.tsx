'use client'

import { Switch } from '@/components/ui/switch'
import { type BrowserNotices, setBrowserNotices, useBrowserNotices } from './browser-preference'

const words: Record<BrowserNotices, string> = {
  on: 'Shown while a page of the desk is open.',
  off: 'Of gates that wait for you, are due, or were decided.',
  blocked: 'This browser blocks them for the desk. Allow them in its settings.',
  unsupported: 'This browser has none.',
}

/** Lets this browser show what the bell tells. */
export function BrowserNoticesSwitch() {
  const state = useBrowserNotices()
  return (
    <label htmlFor="browser-notices" className="flex items-center justify-between gap-4 text-sm">
      <span>
        Browser notifications
        <span className="block text-ink-3 text-xs">{words[state]}</span>
      </span>
      <Switch
        id="browser-notices"
        checked={state === 'on'}
        disabled={state === 'blocked' || state === 'unsupported'}
        onCheckedChange={(isOn) => void setBrowserNotices(isOn)}
      />
    </label>
  )
}
