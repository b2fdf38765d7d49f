import { browserSetting } from '@/components/ui/browser-storage'

const setting = browserSetting('review-auto-advance', 'on')

/** Setting of this browser: whether the next run opens automatically after a verdict. */
export function useAutoAdvance(): [boolean, (isOn: boolean) => void] {
  return [setting.useValue() !== 'off', (isOn) => setting.write(isOn ? 'on' : 'off')]
}
