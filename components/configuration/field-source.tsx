import { RotateCcw } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'
import type { ConfigurationDraft, Level } from './use-configuration-draft'

const words: Record<Level, string> = { default: 'default', project: 'from the project', own: 'set here' }

type FieldSourceProps = { draft: ConfigurationDraft; path: string; label: string; disabled: boolean }

/** Which level a value comes from, and the way back to what is inherited. */
export function FieldSource({ draft, path, label, disabled }: FieldSourceProps) {
  const level = draft.level(path)
  return (
    <span className="inline-flex h-7 items-center gap-1 text-ink-3 text-xs">
      <span className={level === 'own' ? 'text-accent-fg' : undefined}>{words[level]}</span>
      {level === 'own' && !disabled && (
        <IconButton size="sm" label={`Inherit ${label}`} onClick={() => draft.set(path, '')}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
    </span>
  )
}
