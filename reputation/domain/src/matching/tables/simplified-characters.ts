/**
 * Traditional characters that people are called by and their simplified forms, typed from common knowledge: the same
 * name, whichever of the two wrote it. Pairs, traditional first.
 */
const pairs = `
  張张 陳陈 劉刘 楊杨 趙赵 黃黄 吳吴 孫孙 馬马 羅罗 鄭郑 謝谢 韓韩 馮冯 鄧邓 許许 蘇苏 盧卢 蔣蒋 賈贾 葉叶 閻阎 餘余 鍾钟 鐘钟 陸陆 譚谭 鄒邹 龔龚 顧顾
  龍龙 萬万 錢钱 湯汤 賴赖 龐庞 顏颜 齊齐 關关 嚴严 祿禄 詹詹 藍蓝 歐欧 駱骆 簡简 倫伦 鮑鲍 紀纪 項项 衛卫 莊庄 柴柴 塗涂 聶聂 畢毕 喬乔 儲储 寧宁 談谈 榮荣 單单
  懷怀 繆缪 陰阴 費费 諸诸 裴裴 賓宾 蕭萧 範范 華华 鄔邬 鄺邝 鄥邬 酈郦 賀贺 麥麦 連连 彭彭 樊樊 閔闵 練练 譽誉 鳳凤 蘭兰 戰战 養养 門门 強强 師师 溫温 車车 買买 務务
  偉伟 煒炜 瑋玮 緯纬 銘铭 鳴鸣 驊骅 樺桦 軍军 鈞钧 薔蔷 潔洁 麗丽 靜静 劍剑 蘋苹 紋纹 輝辉 暉晖 鋒锋 楓枫 豐丰 紅红 鴻鸿 國国 幗帼 東东 興兴 誠诚 慶庆 鈺钰 聲声 歷历 曆历
  雲云 學学 濤涛 韜韬 駿骏 凱凯 愷恺 諒谅 飛飞 嵐岚 澤泽 擇择 鎮镇 義义 曉晓 詳详 勝胜 傑杰 愛爱 賢贤 貴贵 寶宝 寳宝 長长 發发 髮发 順顺 財财 達达 運运 遠远 進进 選选 遜逊
  鵬鹏 鶴鹤 鷹鹰 鴿鸽 鵝鹅 鳥鸟 燕燕 魚鱼 鯨鲸 繼继 紹绍 維维 綱纲 緒绪 紅红 純纯 細细 結结 絲丝 經经 綠绿 緣缘 練练 縱纵 績绩 繡绣 繽缤 織织 縉缙 緯纬 綺绮 綸纶 編编
  來来 倆俩 個个 們们 億亿 儀仪 優优 償偿 兒儿 內内 兩两 冊册 凍冻 則则 剛刚 創创 劉刘 勁劲 動动 勞劳 勢势 勳勋 勛勋 匯汇 區区 協协 卻却 參参 員员 問问 啟启 啓启 喚唤 單单 嘗尝
  嚮向 團团 園园 圍围 圓圆 圖图 執执 場场 堅坚 報报 塊块 壯壮 壽寿 夢梦 夾夹 奐奂 奮奋 婁娄 媽妈 嬌娇 嫻娴 孫孙 孿孪 宮宫 審审 寫写 寬宽 實实 寧宁 將将 專专 尋寻 對对 導导
  屆届 層层 屬属 島岛 峽峡 嶺岭 嶽岳 巒峦 巖岩 帥帅 師师 帶带 幹干 乾干 幾几 庫库 廣广 廠厂 廳厅 張张 強强 彈弹 彥彦 從从 復复 徵征 徹彻 恆恒 悅悦 惠惠 惲恽 愼慎 態态 慧慧 憲宪
  憶忆 應应 懷怀 戀恋 戰战 戲戏 戶户 揚扬 換换 揮挥 損损 搖摇 撫抚 據据 擁拥 擔担 攝摄 敘叙 敵敌 數数 斷断 於于 時时 晉晋 晝昼 暢畅 暫暂 曄晔 書书 會会 朧胧 條条 楊杨 業业 極极
  構构 槍枪 樂乐 樓楼 標标 樞枢 樹树 橋桥 機机 檔档 檢检 櫻樱 權权 歡欢 歲岁 殘残 殺杀 氣气 決决 沖冲 況况 洩泄 淚泪 淨净 淺浅 淵渊 渾浑 湧涌 湯汤 準准 溝沟 滅灭 滄沧 滬沪 滿满
  漁渔 漢汉 漣涟 漲涨 潤润 潛潜 潯浔 澗涧 濟济 濱滨 瀋沈 瀚瀚 瀟潇 灣湾 灝灏 災灾 為为 爲为 烏乌 無无 煉炼 煙烟 燁烨 燈灯 燦灿 營营 爍烁 爐炉 爾尔 牆墙 犖荦 狀状 獅狮 獎奖 獨独
  獻献 現现 琺珐 瑩莹 瑤瑶 瑪玛 環环 璽玺 瓊琼 產产 畫画 異异 當当 疊叠 療疗 發发 皓皓 盛盛 監监 盤盘 眾众 睿睿 瞭了 礎础 礦矿 禎祯 福福 禮礼 禪禅 祿禄 種种 稱称 穀谷 積积 穎颖
  穩稳 窮穷 竇窦 競竞 筆笔 節节 築筑 簫箫 籃篮 籌筹 糧粮 系系 紐纽 級级 紡纺 紫紫 給给 絕绝 統统 絳绛 綜综 綿绵 緊紧 緩缓 縣县 總总 繁繁 羅罗 羨羡 義义 習习 翹翘 聖圣 聞闻 聯联
  聰聪 職职 聽听 肅肃 脈脉 脫脱 腦脑 膽胆 臨临 臺台 與与 興兴 舉举 舊旧 艦舰 艷艳 艶艳 藝艺 節节 芻刍 莖茎 莊庄 華华 萊莱 萬万 葦苇 蒼苍 蓀荪 蓋盖 蓮莲 蔭荫 蕓芸 薑姜 薈荟 薩萨
  藥药 蘊蕴 虛虚 號号 蟬蝉 術术 衝冲 補补 裝装 製制 複复 見见 規规 視视 親亲 覺觉 觀观 觸触 訂订 計计 訊讯 記记 設设 訪访 証证 評评 詠咏 詞词 試试 詩诗 話话 誌志 認认 語语 課课
  調调 論论 諾诺 謀谋 謙谦 講讲 識识 譯译 議议 護护 讀读 變变 讓让 貞贞 負负 責责 貨货 資资 賜赐 賞赏 質质 賽赛 贊赞 軒轩 軟软 較较 載载 輕轻 輪轮 輯辑 輸输 轉转 農农 迪迪 這这
  週周 遊游 過过 遙遥 適适 邁迈 還还 邊边 邏逻 鄉乡 醫医 釋释 鈴铃 鉅巨 鉑铂 銀银 銅铜 銳锐 鋁铝 鋼钢 錄录 錦锦 錫锡 鍵键 鎖锁 鏡镜 鐵铁 鑄铸 鑒鉴 鑑鉴 鑫鑫 閃闪 閑闲 閒闲 間间
  閣阁 閩闽 閱阅 闊阔 闖闯 闡阐 陣阵 陽阳 隊队 階阶 際际 隨随 險险 隱隐 雙双 雞鸡 離离 難难 電电 霧雾 霽霁 靈灵 靚靓 頂顶 須须 頌颂 領领 頤颐 頻频 題题 願愿 類类 風风 飄飘 飯饭
  館馆 駐驻 駒驹 駕驾 騁骋 騏骐 騰腾 驅驱 驍骁 驕骄 驗验 驚惊 驥骥 體体 魯鲁 鮮鲜 鯤鲲 鴛鸳 鴦鸯 鵑鹃 鶯莺 鷗鸥 鸞鸾 麒麒 點点 黨党 鼎鼎 齡龄 龜龟
`
const simplified = new Map<string, string>()
/** The first of those that a simplified form stands for. */
const unsimplified = new Map<string, string>()
for (const pair of pairs.trim().split(/\s+/)) {
  const [traditional = '', simple = ''] = pair
  if (traditional === simple) continue
  simplified.set(traditional, simple)
  if (!unsimplified.has(simple)) unsimplified.set(simple, traditional)
}

/** The simplified form of a character, or itself. */
export const simplifiedForm = (character: string): string => simplified.get(character) ?? character

/** The commonest traditional form of a simplified character, or itself. */
export const traditionalForm = (character: string): string => unsimplified.get(character) ?? character
