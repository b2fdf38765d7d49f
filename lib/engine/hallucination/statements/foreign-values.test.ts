import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const texts = {
  french:
    "Le musée de Roubaix a accueilli 236 000 visiteurs en 2023, soit une hausse de 9 % par rapport à 2022. La directrice, Claire Dumont, annonce une exposition du 14 octobre 2024 au 2 février 2025. Le budget s'élève à 4,3 millions d'euros.",
  italian:
    'Il Comune di Lecce ha stanziato 5,8 milioni di euro per il Teatro Apollo. I lavori della ditta Salento Costruzioni sono iniziati il 3 febbraio 2025 e dureranno 18 mesi. I biglietti costeranno il 15 per cento in meno. La capienza scende da 1.200 a 1.050 posti.',
  german:
    'Die Stadtwerke Lüneburg erhöhen zum 1. März 2025 den Gaspreis um 12,4 Prozent. Geschäftsführerin Anke Voss nennt die Netzentgelte. Die Erstattung dauert 14 Tage ab Eingang der Ware.',
  english:
    'Harbour Logistics reported revenue of £18.2 million for 2023, down 6% from 2022. Chief executive Marta Lind will step down on 30 June 2024.',
  russian:
    'Завод в Перми выпустил в 2024 году 18 400 насосов. Второй цех стоимостью 640 млн рублей начнут в марте 2025 года.',
  korean: '서울시는 2025년 3월 1일부터 기본요금을 인상한다. 하루 이용객은 약 690만 명이다.',
  japanese:
    '株式会社青葉電機は2024年4月1日、仙台市に新工場を開設した。投資額は45億円で、従業員120人を新たに雇用する。広告予算は前年比15％増の2,300万円。',
  chinese:
    '云帆科技公司2023年营业收入为36.8亿元，同比增长12%。合同编号：HT-2024-0831。任何一方提前解约须提前60天书面通知。',
}
type Language = keyof typeof texts

const doubts = (output: string, language: Language) =>
  detectHallucinations({ output, sources: [{ id: 's', text: texts[language] }] }).findings.map(
    ({ verdict, span }) => `${verdict}: ${span.text}`,
  )

describe('an answer in another language than its source', () => {
  it.each<[Language, string]>([
    [
      'french',
      'The museum in Roubaix welcomed 236,000 visitors in 2023, up 9 % on 2022. Its budget is 4.3 million euros.',
    ],
    ['french', 'Claire Dumont announced an exhibition from 14 October 2024 to 2 February 2025.'],
    [
      'italian',
      'Lecce has set aside 5.8 million euros. Work began on 3 February 2025 and will take a year and a half.',
    ],
    ['italian', 'Tickets will be 15 percent cheaper, and 1,050 seats are left of 1,200.'],
    ['german', 'Gas prices in Lüneburg rise by 12.4 percent on 1 March 2025, says Anke Voss.'],
    ['english', 'Harbour Logistics meldete für 2023 einen Umsatz von 18,2 Millionen Pfund, 6 % weniger als 2022.'],
    [
      'russian',
      'The plant in Perm made 18,400 pumps in 2024; a workshop for 640 million roubles begins in March 2025.',
    ],
    ['korean', 'Seoul raises the base fare on 1 March 2025. About 6.9 million people travel each day.'],
    ['japanese', 'The plant opened on 1 April 2024. It cost 4.5 billion yen, and 120 people will be hired.'],
    ['chinese', 'Revenue was 3.68 billion yuan in 2023, up 12 %.'],
  ])('has its numbers and dates in %s: %s', (language, output) => {
    expect(doubts(output, language)).toEqual([])
  })

  it.each<[Language, string, string]>([
    ['french', 'The museum in Roubaix welcomed 263,000 visitors in 2023.', '263,000'],
    ['italian', 'Lecce has set aside 8.5 million euros for the Teatro Apollo.', '8.5 million'],
    ['italian', 'Work by Salento Costruzioni began on 3 March 2025.', '3 March 2025'],
    ['german', 'Gas prices in Lüneburg rise by 14.2 percent on 1 March 2025.', '14.2 percent'],
    ['english', 'Geschäftsführerin Marta Lind tritt am 31. Juli 2024 zurück.', '31. Juli 2024'],
  ])('contradicts the only value told of the same in %s: %s', (language, output, value) => {
    expect(doubts(output, language)).toEqual([`contradicted: ${value}`])
  })

  it.each<[Language, string, string]>([])(
    'contradicts the direction of a change in %s: %s',
    (language, output, value) => {
      expect(doubts(output, language)).toEqual([`contradicted: ${value}`])
    },
  )

  it.each<[Language, string, string]>([
    ['german', 'Managing director Petra Lang blames network charges.', 'Petra Lang'],
    ['english', 'Nachfolgerin wird Sandra Hill.', 'Sandra Hill'],
  ])('names a person that its source does not, in %s: %s', (language, output, name) => {
    expect(doubts(output, language)).toEqual([`unverifiable: ${name}`])
  })

  it.each<[Language, string]>([
    ['french', 'Roubaix expects 500 guests.'],
    ['german', 'Die Erstattung dauert 30 Tage ab Eingang der Ware, falls per Scheck zu zahlen ist und nicht online.'],
  ])('is not contradicted by a value of something else, in %s: %s', (language, output) => {
    expect(doubts(output, language).filter((one) => one.startsWith('contradicted'))).toEqual([])
  })
})

describe('Chinese and Japanese', () => {
  it.each<[Language, string]>([
    ['japanese', '青葉電機は2024年4月1日に仙台市で新工場を開設しました。投資額は45億円です。'],
    ['japanese', '従業員は120人を新規に雇用する予定です。広告予算は2,300万円です。'],
    ['chinese', '云帆科技2023年收入为36.8亿元，增长12%。合同编号为HT-2024-0831。'],
  ])('tell what the source has: %s %s', (language, output) => {
    expect(doubts(output, language)).toEqual([])
  })

  it.each<[Language, string, string]>([
    ['japanese', '青葉電機は2024年5月1日に仙台市で新工場を開設しました。', '2024年5月1日'],
    ['japanese', '投資額は54億円です。', '54億円'],
    ['japanese', '広告予算は3,200万円です。', '3,200万'],
    ['chinese', '云帆科技2023年收入为38.6亿元。', '38.6亿元'],
    ['chinese', '提前解约须提前30天书面通知。', '30'],
    ['chinese', '合同编号为HT-2024-0813。', 'HT-2024-0813'],
  ])('contradict it: %s %s', (language, output, value) => {
    expect(doubts(output, language)).toEqual([`contradicted: ${value}`])
  })
})
