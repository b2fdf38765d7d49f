import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { SettingVersion } from '@/lib/contracts/setting-versions'

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
