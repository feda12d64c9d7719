/**
 * Spellings of the syllables of Chinese names: Pinyin, Wade-Giles, and what Cantonese, Hokkien and Hakka speakers write in
 * Hong Kong, Macau, Taiwan and South-East Asia. Wade-Giles follows from its rules; the others are typed from common
 * knowledge, by the Pinyin of the characters that people are called by.
 */

const initials = ['zh', 'ch', 'sh', ...'bpmfdtnlgkhjqxrzcsyw', '']
/** Finals of Pinyin, and the initials that stand before them in names. */
const finals: Record<string, string> = {
  a: 'b p m f d t n l g k h zh ch sh z c s y w', o: 'b p m f', e: 'd t n l g k h zh ch sh r z c s y', ai: 'b p m d t n l g k h zh ch sh z c s w',
  ei: 'b p m f n l g h w', ao: 'b p m d t n l g k h zh ch sh r z c s y', ou: 'm f d t l g k h zh ch sh r z c s y', an: 'b p m f d t n l g k h zh ch sh r z c s y w',
  en: 'b p m f n g k h zh ch sh r z c s w', ang: 'b p m f d t n l g k h zh ch sh r z c s y w', eng: 'b p m f d t n l g k h zh ch sh r z c s w',
  ong: 'd t n l g k h zh ch r z c s y', i: 'b p m d t n l j q x zh ch sh r z c s y', ia: 'l j q x', ie: 'b p m d t n l j q x', iao: 'b p m d t n l j q x',
  iu: 'm d n l j q x', ian: 'b p m d t n l j q x', in: 'b p m n l j q x y', iang: 'n l j q x', ing: 'b p m d t n l j q x y', iong: 'j q x',
  u: 'b p m f d t n l g k h zh ch sh r z c s j q x y w', ua: 'g k h zh sh', uo: 'd t n l g k h zh ch sh r z c s', uai: 'g k h sh', ui: 'd t g k h zh ch sh r z c s',
  uan: 'd t n l g k h zh ch sh r z c s j q x y', un: 'd t l g k h zh ch sh r z c s j q x y', uang: 'g k h zh ch sh', ue: 'n l j q x y', v: 'n l',
} // biome-ignore format: one table

const wadeInitial: Record<string, string> = {
  b: 'p', d: 't', g: 'k', zh: 'ch', j: 'ch', q: 'ch', x: 'hs', r: 'j', z: 'ts', c: 'ts',
} // biome-ignore format: one table

/** The syllable in Wade-Giles, without the apostrophes that names leave out: Zhang is Chang, Xu is Hsu. */
function wadeGiles(initial: string, final: string): string[] {
  const whole = initial + final
  if (final === 'i' && ['zh', 'ch'].includes(initial)) return ['chih']
  if (final === 'i' && initial === 'sh') return ['shih']
  if (final === 'i' && initial === 'r') return ['jih']
  if (final === 'i' && ['z', 'c'].includes(initial)) return ['tzu', 'tze']
  if (whole === 'si') return ['ssu', 'szu']
  if (whole === 'er') return ['erh']
  if (whole === 'you') return ['yu']
  if (whole === 'yong') return ['yung']
  if (whole === 'yi') return ['i']
  if (whole === 'yan') return ['yen']
  if (whole === 'ye') return ['yeh']
  if (whole === 'yue') return ['yueh']
  const begin = wadeInitial[initial] ?? initial
  const ends: Record<string, string[]> = {
    ian: ['ien'], ie: ['ieh'], ue: ['ueh'], ong: ['ung'], iong: ['iung'], v: ['u'],
    uo: ['zh', 'ch', 'sh', 'r', 'd', 't', 'n', 'l', 'z', 'c', 's'].includes(initial) ? ['o'] : ['uo'],
    ui: initial === 'g' || initial === 'k' ? ['uei', 'wei'] : ['ui'],
    e: initial === 'g' || initial === 'k' || initial === 'h' ? ['o', 'e'] : ['e', 'eh'],
    u: initial === 'z' || initial === 'c' ? ['u'] : ['u'],
  } // biome-ignore format: one table
  return (ends[final] ?? [final]).map((end) => begin + end)
}

/** Spellings of southern speakers, by Pinyin. */
const southern = `
  ai: oi ngoi; an: on ngon; ao: ngo o; ba: pa; bai: pak bak paak; ban: pan baan; bang: pong bong; bao: pao po pau bao; bei: pui; ben: poon; bi: pi pei bei pik; bian: pin bin;
  biao: piu biu; bin: pan ban pun; bing: ping; bo: pok bok po; bu: po bo; cai: choi tsoi choy chua chai chye toy; can: tsan chan; cang: chong tsong; cao: cho tso tsao chow; cen: sum shum;
  cha: cha; chai: chai; chan: chan sim; chang: cheung sheung cheong; chao: chiu chao chau; chen: chan tan chin sun tran ting; cheng: ching shing sing thia cheng; chi: chi chih; chong: chung shung;
  chou: chau; chu: chor cho chu choo; chuan: chuen chun; chun: chun tsun; ci: chi tsz tze; cong: chung tsung; cui: tsui chui choi; da: tai tat da; dai: tai toi te; dan: tan taan; dang: tong;
  dao: to tou; de: tak tack; deng: tang tan; di: tai tik dai; dian: tin; die: tip; ding: ting; dong: tung toong; dou: tau dau; du: to tou tu duk; duan: tuen; dun: tun; duo: to dor;
  e: ngo; en: yan; er: yee yi; fa: fat; fan: fan faan; fang: fong hong; fei: fai fei fay; fen: fan; feng: fung foong hong; fo: fat; fu: foo fook fuk hu hoo; gan: kam kon gam; gang: kong kang;
  gao: ko go kou; ge: kot kwok ko kok; gen: kan; geng: kang kan; gong: kung kong; gou: kau; gu: ku koo kwu; guan: kwan koon kuan quan; guang: kwong kong; gui: kwai kwei kuai; gun: kwan;
  guo: kwok kuok kok quek kwo; hai: hoi hay; han: hon ham hun; hang: hang hong; hao: ho how hou; he: ho hor hok; hei: hak; heng: hang; hong: hung hong; hou: hau how; hu: wu woo oh foo wuh; hua: wah fa wa;
  huai: wai; huan: wan foon; huang: wong ng wee ooi vong bong ong; hui: wai fai wui hui; hun: wan; huo: fok wo for; ji: kei chi kai gei kwai ki yip; jia: ka kar ga; jian: kin kan gin kim; 
  jiang: kong keung cheung geung chiang tjiang; jiao: kau chiu gau; jie: kit chieh git kai jit; jin: kam chun kan gam kum gan jun; jing: king ching ging; jiong: gwing; jiu: kau chiu gau; 
  ju: kui kuk gui; juan: kuen gyun; jue: kwok kuet; jun: kwan chun gwan tsun; kai: hoi; kan: hon kan; kang: hong hon; kao: hau; ke: ho or hak; kong: hung hong kung; kou: kau; ku: foo; kuai: fai;
  kuan: foon; kuang: kwong fong hong; kui: kwai fai; kun: kwan; la: lai; lai: loi lai; lan: lam laan nam; lang: long; lao: lo lou; le: lok; lei: lui loi; leng: lang; 
  li: lee lai lei lik ley lap lie; lian: lin; liang: leung neo niu leong liong; liao: liu lew; lie: lit; lin: lam lum lim; ling: ling; liu: lau low lew law; long: lung loong; lou: lau; lu: lo luk loo look lou; 
  luan: luen; lue: leuk; lun: lun luen; luo: lo law lok loh; lv: lui lu loi luet; ma: mah be beh; mai: mak; man: man maan; mang: mong; mao: mo mou mau; mei: mui mei may; men: mun moon; meng: mang mung;
  mi: mai; mian: min; miao: miu; min: man mun; ming: ming; mo: mok mak; mou: mau; mu: muk mo mook; na: na la; nan: nam laam; nao: nao; neng: nang; ni: ngai nei nay; nian: nin; niao: niu; nie: nip;
  ning: ning; niu: ngau; nong: nung; nu: no; ou: au ow; pan: poon pun phua; pang: pong; pei: pui; peng: pang phang; pi: pei; ping: ping; pu: po pok; qi: kei chi chai kay tsai kai; qia: kap; qian: chin hin kin; 
  qiang: keung geung cheung koeng; qiao: kiu chiu kiew; qie: sit; qin: chun kam chan tsun; qing: ching hing tsing; qiong: king; qiu: yau chau kau hew khoo; qu: wat kui chu keoi; quan: chuen kuen chun; 
  que: kok; qun: kwan; ran: yin; rang: yeung; rao: yiu; ren: yan yam yum; rong: yung wing; rou: yau; ru: yu; ruan: yuen un; rui: yui sui; run: yun; ruo: yeuk; san: sam; sang: song; sen: sum sam; sha: sha sa;
  shan: shan sin saan san; shang: sheung seung; shao: siu shiu; she: she shea; shen: sum shum sam san sun; sheng: shing sing seng sang; shi: shih shek see sze si sy sek; shou: sau shau; shu: shu suk shue; 
  shuai: sui; shuang: sheung; shui: sui shui; shun: shun; shuo: shuk; si: sze see; song: sung; su: so sou soo suk; suan: suen; sui: sui; sun: suen sung soon; suo: so; ta: tat; tai: tai toi; tan: tam taam; 
  tang: tong teng; tao: to tou; teng: tang; ti: tai; tian: tin; tiao: tiu; tie: tit; ting: ting teng; tong: tung; tou: tau; tu: to tou; tuan: tuen; tun: tuen; tuo: to tok; wan: man wan yuen van; 
  wang: wong ong heng mong vong; wei: wai ngai mei vi; wen: man mun boon; weng: yung ung; wo: wo; wu: ng mo goh woo miu go eng ngo wuh; xi: hei sai hay sik; xia: ha har hah; xian: sin hin yin; 
  xiang: heung hong cheung seung tseung; xiao: siu hiu hau shiu; xie: tse che sit tseh chia tsieh; xin: sun sum yan san; xing: hing sing ying hang; xiong: hung hsiung; xiu: sau; xu: hui tsui chui hsu koh hooi zee; 
  xuan: suen huen shuen; xue: hok sit suet hsueh; xun: shun suen fan chun; ya: nga ah a; yan: yim yin ngan yan gan; yang: yeung young yong ieong iong; yao: yiu ngao; ye: yip yap ip yeap yeh; 
  yi: yee ngai yik i yat yu; yin: yan wan yam ngan yum; ying: ying ying wing; yong: yung wing; you: yau yu; yu: yu yue u yuk yee jyu; yuan: yuen un wan; yue: yuet ngok yeuk ngoh; yun: wan win wen; 
  zai: choi tsoi; zan: tsan; zang: chong tsang; zao: cho; ze: chak; zeng: tsang chang jang tsan; zha: cha; zhai: chak jak; zhan: chim jim chan tsim; zhang: cheung chong teo cheong tiong tjong chiang;
  zhao: chiu jiu teo chio; zhe: chit; zhen: chan yan chun jan; zheng: cheng ching tay tsang jing tse chang; zhi: chi chee gi ji; zhong: chung jung; zhou: chau chow jau chew; zhu: chu choo gee chue juk chuk;
  zhuan: chuen; zhuang: chong tsong jong; zhui: chui; zhun: chun; zhuo: cheuk chok; zi: tsz tze chi; zong: chung tsung; zou: chau tsau chow; zu: cho; zuo: cho tso jo
`

const spellings = new Map<string, Set<string>>()
const readings = new Map<string, Set<string>>()
function add(pinyin: string, spelling: string): void {
  spellings.set(pinyin, (spellings.get(pinyin) ?? new Set()).add(spelling))
  readings.set(spelling, (readings.get(spelling) ?? new Set()).add(pinyin))
}
for (const initial of initials)
  for (const [final, before] of Object.entries(finals)) {
    const isWhole = initial === '' && ['a', 'o', 'e', 'ai', 'ei', 'ao', 'ou', 'an', 'en', 'ang'].includes(final)
    if (!isWhole && !before.split(' ').includes(initial)) continue
    for (const spelling of [initial + final, ...wadeGiles(initial, final)]) add(initial + final, spelling)
  }
for (const line of southern.split(';')) {
  const [pinyin = '', others = ''] = line.split(':')
  for (const spelling of [pinyin.trim(), ...others.trim().split(/\s+/)]) add(pinyin.trim(), spelling)
}

const maxSyllableLength = 6

/** The Pinyin that a spelling may stand for: of one syllable, or else of two written together (`ze dong`). */
function readingsOf(word: string): ReadonlySet<string> {
  const whole = readings.get(word)
  if (whole) return whole
  const found = new Set<string>()
  for (let at = Math.min(word.length - 2, maxSyllableLength); at >= 2; at--) {
    const first = readings.get(word.slice(0, at))
    const second = first && readings.get(word.slice(at))
    if (second) for (const one of first) for (const other of second) found.add(`${one} ${other}`)
  }
  return found
}

/** Longest word that may be two Chinese syllables. */
const maxLength = 12

/** Whether a word is a spelling of one Chinese syllable. */
export const isChineseSyllable = (word: string): boolean => readings.has(word)

/** Whether two words may be spellings of the same Chinese syllable, or of the same two. */
export function areChineseSpellings(one: string, other: string): boolean {
  if (one.length > maxLength || other.length > maxLength) return false
  const own = readingsOf(one)
  if (own.size === 0) return false
  for (const reading of readingsOf(other)) if (own.has(reading)) return true
  return false
}

/** All other spellings of the Chinese syllable or two that the word may be. */
export function chineseSpellings(word: string): ReadonlySet<string> {
  const found = new Set<string>()
  if (word.length > maxLength) return found
  for (const reading of readingsOf(word)) {
    const [first = '', second] = reading.split(' ')
    for (const one of spellings.get(first) ?? [])
      if (second === undefined) found.add(one)
      else for (const other of spellings.get(second) ?? []) found.add(one + other)
  }
  found.delete(word)
  return found
}
