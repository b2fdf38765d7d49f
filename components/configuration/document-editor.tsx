'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextareaField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { formatPlural } from '@/lib/presentation/format/number'
import { withoutKeys } from './draft'
import { readDocument } from './read-draft'
import type { ConfigurationDraft } from './use-configuration-draft'

type DocumentEditorProps = { draft: ConfigurationDraft; disabled: boolean }

/** Configuration of a level as JSON, for pasting a gaff.json. Valid input is applied to the form immediately. */
export function DocumentEditor({ draft, disabled }: DocumentEditorProps) {
  const isChain = draft.view.chain !== null
  const [text, setText] = useState(
    draft.faultyDocument ?? JSON.stringify(draft.isFaulty ? draft.view.own : draft.config, null, 2),
  )
  const read = readDocument(text, isChain)
  const change = (next: string) => {
    setText(next)
    const changed = readDocument(next, isChain)
    if ('config' in changed) draft.replace(changed.config)
    else draft.keepFaulty(next)
  }
  return (
    <div className="grid gap-3">
      <TextareaField
        label="Configuration as JSON"
        hint={
          'config' in read && read.wrapped
            ? 'Read from the quality_assurance block of a gaff.json.'
            : 'You can paste a whole gaff.json. Keys you leave out are inherited.'
        }
        className="max-h-150! min-h-64 w-full font-mono text-xs"
        spellCheck={false}
        value={text}
        disabled={disabled}
        onChange={change}
      />
      {'problems' in read && (
        <Notice
          tone="fail"
          title={`${formatPlural(read.problems.length, 'fault')}: fix before saving`}
          action={
            read.unknown.length > 0 &&
            !disabled && (
              <Button size="sm" onClick={() => change(withoutKeys(text, read.unknown))}>
                Leave out {read.unknown.length === 1 ? read.unknown[0] : `${read.unknown.length} keys`}
              </Button>
            )
          }
        >
          <ul className="mt-1 grid gap-0.5">
            {read.problems.slice(0, 12).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path && <code className="font-mono text-xs">{path}</code>} {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
