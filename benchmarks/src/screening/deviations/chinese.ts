/** Deviations of Chinese names. */
import {
  capital,
  type Deviation,
  type DeviationClass,
  type ListedNames,
  type PersonName,
  some,
  table,
} from './deviation.ts'

/** A syllable in Pinyin, and its other spellings: Wade-Giles, and those of Cantonese names in Hong Kong and Macau. */
const romanisations = table(`
  bai pai pak
  bao pao
  bi pi
  bin pin
  bing ping
  bo po pok
  cai tsai choi tsoi
  cao tsao cho
  chao chiu
  chen chan
  cheng ching shing
  chong chung
  chun tsun
  cui tsui chui
  dai tai
  dang tang tong
  deng teng tang
  ding ting
  dong tung
  du tu to
  fang fong
  fei fai
  feng fung
  fu foo
  gang kang kong
  gao kao ko
  ge keh kot
  gong kung
  gu ku koo
  guan kuan kwan
  guang kuang kwong
  gui kuei kwai
  guo kuo kwok
  hai hoi
  han hon
  hao ho
  he ho
  hong hung
  hou hau
  hu woo
  hua wah
  huang wong
  hui wai
  ji chi kei
  jia chia ka
  jian chien kin
  jiang chiang kong keung
  jiao chiao
  jie chieh kit
  jin chin kam
  jing ching king
  jun chun kwan
  kai hoi
  kang hong
  ke ko
  kong hung
  lai loi
  lang long
  lei lui
  li lee lai
  liang leung
  liao liu
  lin lam
  ling ning
  liu lau
  long lung
  lu luk
  lun luen
  luo lo law
  lv lui
  ma mah
  mei mui
  meng mang
  min man
  ming meng
  mo mok
  ni ngai
  nian nien
  ning ling
  ou au
  pan poon pun
  peng pang
  ping peng
  qi chi kei
  qian chien chin
  qiang chiang keung
  qin chin chun
  qing ching
  qiu chiu yau
  qu chu wat
  quan chuan chuen
  ren jen yan
  rong jung yung
  ru ju
  shan saan
  shang sheung
  shao siu
  shen shum sham
  sheng shing sing
  shi shih si
  shou sau
  shu shue
  shui sui
  shun shuen
  song sung
  su so
  sun suen
  tan tam
  tang tong
  tao to
  tian tien tin
  ting teng
  tong tung
  wan man
  wang wong
  wei wai
  wen man
  wu ng
  xi hsi
  xia hsia ha
  xian hsien sin
  xiang hsiang heung
  xiao hsiao siu
  xie hsieh tse
  xin hsin sun
  xing hsing hing
  xiong hsiung hung
  xu hsu hui tsui
  xue hsueh sit
  xun hsun
  yan yen yim
  yang yeung
  yao yiu
  ye yeh yip
  yi ngai
  yin yan
  ying ing
  yong yung wing
  you yu yau
  yuan yuen
  yue yueh ngok
  yun wan
  zeng tseng tsang
  zhan chan jim
  zhang chang cheung
  zhao chao chiu
  zhen chen chan
  zheng cheng cheng
  zhi chih chi
  zhong chung
  zhou chou chow chau
  zhu chu
  zhuang chuang chong
  zhuo cho cheuk
  zi tzu
  zong tsung
  zou tsou chau
`)

const spellingsOf = new Map(
  romanisations.map(([pinyin = '', ...others]) => [pinyin, others.filter((other) => other !== pinyin)]),
)

/** Chinese people of the lists, whose family name is one syllable. */
const chinesePersons = (names: ListedNames): PersonName[] => {
  const surnames = new Set(spellingsOf.keys())
  return names.persons.filter(
    ({ family, given }) =>
      surnames.has(family.toLowerCase()) && given.length === 1 && syllables(given[0] ?? '') !== undefined,
  )
}

const syllable =
  '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|uan|iao|uai|ai|ei|ao|ou|an|en|in|un|ia|ie|ua|uo|ui|iu|ue|a|e|i|o|u)'
const oneOrTwo = new RegExp(`^(${syllable})(${syllable})?$`)

function syllables(word: string): string[] | undefined {
  const [, one, two] = oneOrTwo.exec(word.toLowerCase()) ?? []
  if (!one || !spellingsOf.has(one) || (two && !spellingsOf.has(two))) return undefined
  return two ? [one, two] : [one]
}

export const romanised: DeviationClass = {
  name: 'Chinese syllable',
  make: (names) => {
    const persons = chinesePersons(names)
    return [...spellingsOf].flatMap(([pinyin, others], row) =>
      others.flatMap((other, column) => {
        const parameter = `${pinyin} ${other}`
        const surname = persons.filter(({ family }) => family.toLowerCase() === pinyin)
        const asSurname = some(surname, 3, column).map(
          ({ given, listed }): Deviation => ({
            parameter,
            type: 'individual',
            query: `${capital(other)} ${given[0]}`,
            listed,
            isMatch: true,
          }),
        )
        const given = persons.filter(({ given: [word = ''] }) => (syllables(word) ?? []).includes(pinyin))
        const asGiven = some(given, 3, row).map(({ family, given: [word = ''], listed }): Deviation => {
          const spelt = (syllables(word) ?? []).map((own) => (own === pinyin ? other : own))
          return {
            parameter,
            type: 'individual',
            query: `${family} ${capital(spelt.join(column % 2 === 0 ? '-' : ''))}`,
            listed,
            isMatch: true,
          }
        })
        // Another syllable is another name.
        const [stranger = ''] = [...spellingsOf.keys()][(row * 37 + 11) % spellingsOf.size]?.match(/.*/) ?? []
        const others = some(surname, 2, column + 1).flatMap(({ given, listed }): Deviation[] =>
          stranger === pinyin ||
          (spellingsOf.get(stranger) ?? []).some(
            (spelling) => spelling === pinyin || spellingsOf.get(pinyin)?.includes(spelling),
          ) ||
          spellingsOf.get(pinyin)?.includes(stranger)
            ? []
            : [{ parameter, type: 'individual', query: `${capital(stranger)} ${given[0]}`, listed, isMatch: false }],
        )
        return [...asSurname, ...asGiven, ...others]
      }),
    )
  },
}

const families = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗']
/** Characters that sound alike, and that people are called by. */
const homophones =
  '伟炜玮纬 明铭鸣茗 华骅桦 军君钧均 强蔷 芳坊 杰洁捷 丽莉俐 敏闽 静婧靖 志智至 建健剑 平萍苹 文雯纹 辉晖徽 勇永泳咏 海亥 龙隆 峰锋枫丰 红宏洪鸿弘 国帼 东冬 兴星 成诚城程 清青 庆磬 德得 荣容蓉 春椿 林琳霖 玉钰昱煜 生声升 立力历 云芸耘 新欣馨鑫 金今津 学雪 斌彬宾 涛韬 波博 浩昊皓 宇羽雨 俊峻骏 凯恺 亮谅 飞菲霏 梅玫 兰岚 英瑛 香湘 泽择 恩蒽 良粱 振镇震 忠中钟 世士仕 天添 祥翔详 义毅奕逸 思司 月悦越 佳嘉家 晓小'.split(
    ' ',
  )
/** Traditional characters of the simplified ones. */
const traditional = table(
  '张張 刘劉 陈陳 杨楊 赵趙 黄黃 吴吳 孙孫 马馬 罗羅 伟偉 炜煒 玮瑋 纬緯 铭銘 鸣鳴 华華 骅驊 桦樺 军軍 钧鈞 强強 蔷薔 洁潔 丽麗 静靜 剑劍 苹蘋 纹紋 辉輝 晖暉 龙龍 锋鋒 枫楓 丰豐 红紅 鸿鴻 国國 帼幗 东東 兴興 诚誠 庆慶 荣榮 钰鈺 声聲 历歷 云雲 学學 宾賓 涛濤 韬韜 骏駿 凯凱 恺愷 谅諒 飞飛 兰蘭 岚嵐 泽澤 择擇 镇鎮 钟鐘 义義 晓曉 详詳'.replaceAll(
    ' ',
    '\n',
  ),
).map(([pair = '']) => [...pair] as [string, string])
const traditionalOf = new Map(traditional)

export const characters: DeviationClass = {
  name: 'Chinese character',
  make: () =>
    homophones.flatMap((group, row) => {
      const members = [...group]
      return members.flatMap((one, at) => {
        const family = families[(row * 3 + at) % families.length] ?? '王'
        const second = [...(homophones[(row * 7 + at + 5) % homophones.length] ?? '')][0] ?? ''
        const other = members[(at + 1) % members.length] ?? ''
        const pair = (parameter: string, query: string, listed: string, isMatch: boolean): Deviation => ({
          parameter,
          type: 'individual',
          query,
          listed,
          isMatch,
        })
        const toTraditional = (name: string) =>
          [...name].map((character) => traditionalOf.get(character) ?? character).join('')
        const old = toTraditional(family + one + second)
        return [
          pair(`${one} ${other}`, family + one, family + other, false),
          pair(`${one} ${other}`, family + one + second, family + other + second, false),
          pair(`${one} ${other}`, family + second + one, toTraditional(family + second + other), false),
          ...(old === family + one + second
            ? []
            : [
                pair(`traditional ${one}`, family + one + second, old, true),
                pair(`traditional ${one}`, toTraditional(family + one), family + one, true),
              ]),
        ]
      })
    }),
}
