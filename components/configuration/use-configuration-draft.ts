'use client'

import { useState } from 'react'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import type { Configuration } from '@/lib/contracts/configuration'
import type { ConfigurationView } from '@/lib/contracts/configuration-requests'
import { prepareConfigurationChanges } from '@/lib/presentation/charts/prepare-changes'
import { type Texts, textOf, textsOf, valueAt } from './draft'

const reader = lazyComponent(() => import('./read-draft'))

export type Level = 'default' | 'project' | 'own'

export type ConfigurationDraft = ReturnType<typeof useConfigurationDraft>

/**
 * Edits on top of the stored configuration, kept by field: when someone else saves concurrently, their values are loaded and the
 * edits here are kept. `proposed` are the initial edits.
 */
export function useConfigurationDraft(view: ConfigurationView, proposed: Texts = {}) {
  const [edits, setEdits] = useState<Texts>(proposed)
  const [since, setSince] = useState(view.number)
  // An invalid document is kept as text; saving is disabled until it is valid.
  const [faultyDocument, setFaultyDocument] = useState<string | null>(null)
  const isChain = view.chain !== null
  const [discards, setDiscards] = useState(0)
  const stored = textsOf(view.own, isChain)
  const texts = { ...stored, ...edits }
  const hasEdits = Object.keys(edits).length > 0
  const read = useLazyComponent(reader, hasEdits)
  const isRead = !hasEdits || read !== null
  const { config, problems } = hasEdits && read ? read.draftOf(texts, isChain) : { config: view.own, problems: {} }
  const isFaulty = faultyDocument !== null || !isRead || Object.keys(problems).length > 0
  const isDirty = faultyDocument !== null || Object.keys(edits).some((path) => edits[path] !== stored[path])
  const begin = () => {
    if (!isDirty) setSince(view.number)
  }
  return {
    view,
    config,
    problems,
    /** False while what reads the edits is still loading; they cannot be saved until then. */
    isRead,
    isFaulty,
    isDirty,
    faultyDocument,
    changes: isFaulty ? [] : prepareConfigurationChanges(view.own, config),
    /** Whether another version was saved since the first edit. */
    isStale: isDirty && since !== view.number,
    text: (path: string) => texts[path] ?? '',
    inherited: (path: string) => textOf(valueAt(view.inherited, path)),
    level: (path: string): Level => {
      if ((texts[path] ?? '') !== '') return 'own'
      return isChain && valueAt(view.project, path) !== undefined ? 'project' : 'default'
    },
    set: (path: string, text: string) => {
      begin()
      setFaultyDocument(null)
      setEdits((before) => ({ ...before, [path]: text }))
    },
    keepFaulty: (document: string) => {
      begin()
      setFaultyDocument(document)
    },
    replace: (document: Configuration) => {
      begin()
      setFaultyDocument(null)
      setEdits(textsOf(document, isChain))
    },
    /** How often edits were discarded or saved: what holds a text of its own begins anew. */
    discards,
    discard: () => {
      setDiscards((before) => before + 1)
      setFaultyDocument(null)
      setEdits({})
      setSince(view.number)
    },
  }
}
