import { AppFrame } from '@/components/shell/app-frame'
import { LiveIndicator } from '@/components/shell/live-indicator'
import { GalleryPieces } from './pieces'

export default function GalleryPage() {
  return (
    <AppFrame
      user={{ name: 'Ada Byron', email: 'ada@example.org' }}
      projects={[
        { slug: 'default', name: 'Support agents' },
        { slug: 'other', name: 'Research' },
      ]}
      project="default"
      counts={{ gates: 3 }}
      gatesDue={{ count: 3, nextDeadlineAt: new Date(Date.now() + 5_000_000).toISOString() }}
      live={<LiveIndicator state="connected" />}
    >
      <GalleryPieces />
    </AppFrame>
  )
}
