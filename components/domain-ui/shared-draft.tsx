'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { SettingVersion } from '@/lib/contracts/setting-versions'
import { isSame } from './merge-lists'

type Shared<T, D> = {
  saved: T
  version: SettingVersion
  /** The value as its form edits it, and back. */
  toDraft: (value: T) => D
  toValue: (draft: D) => T
  /** Puts the edits that lead from `base` to `mine` on top of `theirs`. */
  merge: (base: T, mine: T, theirs: T) => T
}

/**
 * Edits of a setting that is saved as a whole. When someone else saves meanwhile, the edits are put on top of what they saved; those made while
 * the own save is on its way, on top of that.
 */
export function useSharedDraft<T, D>({ saved, version, toDraft, toValue, merge }: Shared<T, D>) {
  // As the form writes it, so that it is comparable.
  const theirs = toValue(toDraft(saved))
  const start = { number: version.number, base: theirs, draft: toDraft(saved), isMerged: false, sent: null as T | null }
  const [state, setState] = useState(start)
  let current = state
  // An answer may be known before the setting is loaded again.
  if (state.number < version.number) {
    const merged = merge(state.base, toValue(state.draft), theirs)
    const isOwn = state.sent !== null && isSame(theirs, state.sent)
    current = { ...start, draft: toDraft(merged), isMerged: !isOwn && !isSame(merged, theirs) }
    setState(current)
  }
  const value = toValue(current.draft)
  return {
    draft: current.draft,
    value,
    expected: current.number,
    isChanged: !isSame(value, current.base),
    /** Whether someone else saved since the first edit. */
    isMerged: current.isMerged,
    set: (draft: D) => setState({ ...current, draft }),
    /** Options of the mutation that saves the value as the version after `expected`. */
    saving: {
      onMutate: () => setState({ ...current, sent: value }),
      onSuccess: () =>
        setState((now) =>
          now.sent === null
            ? now
            : { number: now.number + 1, base: now.sent, draft: now.draft, isMerged: false, sent: null },
        ),
    },
    discard: () => setState(start),
  }
}

type SavedMeanwhileProps = { version: SettingVersion; what: string; onDiscard: () => void; className?: string }

/** Notice that someone else saved a setting while it was edited here. */
export function SavedMeanwhile({ version, what, onDiscard, className }: SavedMeanwhileProps) {
  return (
    <Notice
      tone="review"
      className={className}
      title={`${version.by ?? 'Someone'} saved ${what} in the meantime`}
      action={
        <Button size="sm" onClick={onDiscard}>
          Discard mine
        </Button>
      }
    >
      The form now has theirs with your changes on top. Check it, then save.
    </Notice>
  )
}
