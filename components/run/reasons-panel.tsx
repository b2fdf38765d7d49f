'use client'

import { useState } from 'react'
import { StatusShape } from '@/components/domain-ui/status-mark'
import { Panel } from '@/components/ui/panel'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { reasonsOf } from '@/lib/presentation/labels/reasons'

type ReasonsPanelProps = { detail: RunDetail; onSelect: (stepId: string) => void }

/** The three most important reasons, one line each, linked to their steps. */
export function ReasonsPanel({ detail, onSelect }: ReasonsPanelProps) {
  const reasons = reasonsOf(detail)
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Panel title="Why">
      <ul className="space-y-1.5 text-sm">
        {reasons.map(({ tone, text, whole, stepId }) => (
          <li key={text} className="flex items-start gap-2">
            <StatusShape status={tone} className="mt-1 size-3" />
            <div className="min-w-0 break-words">
              {opened === text ? (
                <p className="max-h-80 overflow-y-auto whitespace-pre-wrap">{whole}</p>
              ) : stepId === null ? (
                text
              ) : (
                <button
                  type="button"
                  onClick={() => onSelect(stepId)}
                  className="link max-w-full break-words text-left"
                >
                  {text}
                </button>
              )}
              {whole && (
                <button
                  type="button"
                  aria-expanded={opened === text}
                  onClick={() => setOpened(opened === text ? null : text)}
                  className="link block min-h-6 text-ink-2 text-xs"
                >
                  {opened === text ? 'Show less' : 'Show the whole message'}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
