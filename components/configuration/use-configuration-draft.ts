'use client'

import { useState } from 'react'
import type { Configuration } from '@/lib/contracts/configuration'
import type { ConfigurationView } from '@/lib/contracts/configuration-requests'
import { prepareConfigurationChanges } from '@/lib/presentation/charts/prepare-changes'
import { draftOf, type Texts, textOf, textsOf, valueAt } from './draft'

export type Level = 'default' | 'project' | 'own'

export type ConfigurationDraft = ReturnType<typeof useConfigurationDraft>

/**
 * The fields as edited over what is stored. Edits are kept by field: when somebody else saves meanwhile, theirs comes in
 * under them, and what was edited here stays. `proposed` are edits to begin with.
 */
export function useConfigurationDraft(view: ConfigurationView, proposed: Texts = {}) {
  const [edits, setEdits] = useState<Texts>(proposed)
  const [since, setSince] = useState(view.number)
  // A document that cannot be read yet: it is kept as it stands, and nothing is saved until it can.
  const [faultyDocument, setFaultyDocument] = useState<string | null>(null)
  const isChain = view.chain !== null
  const stored = textsOf(view.own, isChain)
  const texts = { ...stored, ...edits }
  const { config, problems } = draftOf(texts, isChain)
  const isFaulty = faultyDocument !== null || Object.keys(problems).length > 0
  const isDirty = faultyDocument !== null || Object.keys(edits).some((path) => edits[path] !== stored[path])
  const begin = () => {
    if (!isDirty) setSince(view.number)
  }
  return {
    view,
    config,
    problems,
    isFaulty,
    isDirty,
    faultyDocument,
    changes: isFaulty ? [] : prepareConfigurationChanges(view.own, config),
    /** Somebody saved another version since the first edit. */
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
    discard: () => {
      setFaultyDocument(null)
      setEdits({})
      setSince(view.number)
    },
  }
}
