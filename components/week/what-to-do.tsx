'use client'

import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ShowAll } from '@/components/ui/show-all'
import type { WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { suggestActions, takenTexts, type WeekSuggestion } from '@/lib/presentation/week-suggestions'
import { ActionDialog, type EditedAction } from './action-form'

const SHOWN = 8

type WhatToDoProps = { project: string; page: WeeklyPage }

/** What the figures of the week suggest to do, most pressing first; each can become an action with an owner. */
export function WhatToDo({ project, page }: WhatToDoProps) {
  const [edited, setEdited] = useState<EditedAction>(null)
  const mayWrite = useMay(project, 'reviewer')
  const suggestions = suggestActions(page.report)
  if (suggestions.length === 0) return <p className="text-ink-2">Nothing in this week’s figures asks for a decision.</p>
  const taken = takenTexts(page)
  return (
    <>
      <ShowAll items={suggestions} most={SHOWN} noun="suggestion">
        {(shown) => (
          <ul className="divide-y border-b text-sm print:grid print:grid-cols-2 print:gap-x-8">
            {shown.map((suggestion) => (
              <Suggestion
                key={suggestion.key}
                project={project}
                suggestion={suggestion}
                taken={taken.get(suggestion.text) ?? null}
                onTake={mayWrite ? () => setEdited({ draft: suggestion }) : null}
              />
            ))}
          </ul>
        )}
      </ShowAll>
      <ActionDialog project={project} page={page} edited={edited} onClose={() => setEdited(null)} />
    </>
  )
}

type SuggestionProps = {
  project: string
  suggestion: WeekSuggestion
  /** Says that it is an action; null if it is none. */
  taken: string | null
  /** Null for those who may not add actions. */
  onTake: (() => void) | null
}

function Suggestion({ project, suggestion: { text, why, hrefOf }, taken, onTake }: SuggestionProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 print:py-1.5">
      <div className="min-w-0 flex-1 basis-64">
        <Link href={hrefOf(project)} className="break-words font-medium hover:underline">
          {text}
        </Link>
        <p className="line-clamp-2 break-words text-ink-2">{why}</p>
      </div>
      {taken ? (
        <span className="inline-flex items-center gap-1.5 text-ink-2">
          <Check aria-hidden className="size-4" /> {taken}
        </span>
      ) : (
        onTake && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden />}
            className="max-sm:-ml-2.5 sm:-mr-2.5"
            aria-label={`Make it an action: ${text}`}
            onClick={onTake}
          >
            Make it an action
          </Button>
        )
      )}
    </li>
  )
}
