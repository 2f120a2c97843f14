// Simplified Chinese, in the words of Minesweeper players (glossary.json), and what the engine says in its English sentences.

/** @type {Record<string, string>} */
export const texts = {
  // Boards and replays.
  minedug: '踩中的雷', mineFlagged: '雷，已标旗', mine: '雷', shows: '数字 {number}', hiddenFlagged: '未翻开，已标旗', hidden: '未翻开',
  certainlySafe: '必定安全', certainlyMine: '必定是雷', risk: '雷的概率 {percent}%', inProof: '推理依据', inDotted: '在虚线范围内',
  dugNext: '下一步翻开', toDig: '建议翻开的格', cannotBeMet: '无法满足', moveOf: '{strategies} 的选择', cellAt: '第 {row} 行第 {col} 列：{what}', namedCell: '格 {cell}：{what}', comma: '，',
  first: '开头', back: '上一步', forward: '下一步', last: '结尾', previousGuess: '上一次猜雷', nextGuess: '下一次猜雷', previousMistake: '上一个失误',
  nextMistake: '下一个失误', play: '播放', pause: '暂停', digSlider: '步', player: '玩家 ', nextTo: '对比 ', risks: ' 概率', steps: '步进', pace: '每步秒数 ', dig: '第几步 ',
  wonMark: '{name}（胜）', lostMark: '{name}（负）', none: '无', end: '终局', place: '{step} / {count}', savePosition: '保存此局面',
  boardKeys: '雷区：方向键查看格子；n 和 b 前进后退，g 和 m 跳到猜雷处和失误处', digMark: '第 {dig} 步：{mistakes}', pMine: '雷的概率 {p}',
  endAs: '{end}，这一步是{why}，{risk}。', endPlain: '{end}。', digTold: '第 {step} / {count} 步：翻开 {cell}，{why}', lowest: '最低概率 {p}', claimedSafe: '声称安全',
  believed: '自认为{risk}', mistakeTold: '失误：{mistake}', winChance: '胜率 {p}', opens: '翻开 {count} 格', hitsMine: '踩雷', semicolon: '；', stop: '。',
  chosenAmong: '备选', lowestCells: '雷概率最低的未翻开格', lowestCellsOf: '雷概率最低的未翻开格，{count} 格中的 {shown} 格', cell: '格', pMineHead: '雷的概率',
  value: '评分', standardError: '标准误差', dugMark: '{cell}（已选）',
  why_first: '首次点击', why_rules: '基本定式', why_csp: '逻辑推理', why_pinv: '伪逆推断', why_guess: '猜雷', why_certain: '必定安全',
  // The page.
  title: 'sapper：精确计算扫雷', loading: '正在载入引擎。', tabs: '功能', tabAnalyse: '分析', tabPlay: '游戏', tabReview: '复盘', tabGames: '报告中的对局', tabHeaps: '尼姆与毒巧克力',
  intro: '精确计算扫雷：输入一个局面，看该翻开哪一格、为什么；带提示玩一局；或者逐步评判一局录像。一切都在本机计算，不上传任何数据。',
  view: '显示', naming: '格子名称', namingNumbers: '3,4（行,列）', size: '格子大小', sizeUsual: '普通', sizeLarge: '大', sizeProjector: '投影用', language: '语言',
  computing: '计算中。', stopButton: '停止', stopped: '已停止', workerFailed: '后台线程出错：{error}', tooLargeForAddress: '这么大的雷区放不进网址。', linkCopied: '链接已复制。',
  noGameInAddress: '网址中没有对局，可能被截断了。', noPositionInAddress: '网址中没有局面，可能被截断了。下面是另一个局面。',
  noGamesHere: '这些对局无法在网页上重现：{error}', noGameNamed: '网址没有指明对局；#game=2:17 表示第 2 组的第 17 局。', notLoaded: '引擎载入失败：{error}',
  drawnAtMost: '雷区有 {cells} 格，这里最多画 {most} 格',
  // Boards.
  level: '级别', rows: '行数', columns: '列数', layers: '层数', mines: '雷数', topology: '拓扑', firstClick: '首次点击规则', own: '自定义',
  level_Beginner: '初级', level_Intermediate: '中级', level_Expert: '高级', topology_square: '方格', topology_torus: '环面', topology_hex: '六边形',
  topology_triangle: '三角形，共角相邻', topology_triangle3: '三角形，共边相邻', topology_cairo: '开罗五边形', topology_snub: '扭棱方形镶嵌', topology_kagome: '三六边形镶嵌', topology_knight: '马步相邻', topology_apart2: '隔一格相邻', topology_cube6: '立方体，共面相邻', topology_cube26: '立方体，共角相邻',
  rule_unprotected: '无保护', rule_safe: '首格无雷', rule_opening: '首点必开空', rule_relocate: '首格之雷移走', rule_safe_corners: '四角无雷', reveal_flood: '连片翻开', reveal_ring: '只翻一圈', reveal_single: '只翻一格',
  motion_fixed: '固定', motion_moving: '会移动',
  // Analyse.
  look: '查看', digBrush: '翻开', hiddenBrush: '未翻开', flagBrush: '标旗', positionText: '文本、JSON 或逐行的局面',
  positionExample: 'mines 2\n.1.1.\n.1.1.\n\n也可以粘贴游戏、表格或聊天里的逐行局面；一行 JSON；或整张雷图：* 和 . 的图，或每颗雷的 行,列',
  positionFile: '局面或雷图文件', undo: '撤销', question: '关于这段文本的问题', emptyBoard: '清空', copyLink: '复制链接', brushes: '点击或拖动时填入',
  rulesOfBoard: '雷区规则', pasteOrLoad: '粘贴或载入局面、雷图', useText: '使用这段文本', whichOf: '第几个',
  positionKeys: '局面：方向键移动，0 到 8、. 和 F 填入格子',
  legend: '未翻开格里的数是雷的概率（%）；○ 必定安全，● 必定是雷；粗线围出关联区域；◆ 各策略的选择；带框的是建议翻开的格。点击格子看理由。键入 0 到 8、. 和 F 逐行填写；右键标旗。',
  cellsAtMost: '这里的雷区最多 {most} 格；命令行程序可以更大。', latticeRisks: '在格网和图上只计算雷的概率。大于 9 的数用 + 和 - 增减，或选好数字后滚动滚轮。', minesDoNotFit: '{rows} x {cols} 的格子放不下 {mines} 颗雷，请修改其中之一。', no: '空',
  ofLink: '来自链接的局面。', useCount: '使用此雷数', isMine: '{cell} 是雷。', layoutsAndCertain: '共 {count} 种雷的分布；确定：{safe} 格安全，{mine} 格是雷；{components} 个关联区域。',
  staysHidden: '载入的雷图不显示雷的位置：想翻哪里就翻哪里。', aGuess: '猜雷', everyStrategy: '各策略会翻开哪一格', strategy: '策略', why: '理由',
  allMines: '已胜：未翻开的格全是雷。', certainlyWon: '，此局必胜', toWin: '，胜率 {percent}%', digSafe: '翻开 {cell}：必定安全{odds}。',
  safeOthers: '另有 {count} 格也安全，标为 ○。', choosing: '正在可翻的格中选择。',
  digRisk: '翻开 {cell}：雷的概率 {percent}%{odds}。', noneSafe: '没有必定安全的格。', lowestRiskAnd: '这一格雷的概率最低，', lowerElsewhere: '{cell} 雷的概率更低（{percent}%），但这一格',
  winsMostExact: '在余下的 {layouts} 种分布中赢得最多（精确搜索）。', winsMost: '从这里继续下去赢得最多。', andOthers: '{cells} 等',
  asGood: '{cells} 同样好。', asGoodWithin: '{cells} 在误差范围内同样好。', noChances: '无法估计胜率：{error}。',
  best: '最佳', overLayouts: '精确，共余 {layouts} 种分布', ofSampled: '抽样 {layouts} 种分布', mostPromising: '{count} 格中最有希望的 {shown} 格；',
  chanceToWin: '胜率', givesAway: '损失', candidates: '候选：', cellRisk: '{cell}：雷的概率 {percent}。', ifDug: '若翻开 {cell}：{outcomes}。', outcome: '{percent}% 出 {number}（随后 {safe} 格安全）',
  // Play.
  rules: '规则', firstClickShort: '首次点击', openings: '开空', minesAre: '雷', latticeLacks: '格网和图没有可以保证无雷的角格。', graphFile: '图文件',
  notAGraph: '这不是图（sapper-graph/1）：{error}', graphLacksPlaces: '这个图有 {count} 个格子，却没有 "places"（每格的 [x, y]）；没有它最多能画 {most} 格。', lacksSees: '缺少格子列表 "sees"', ofAFile: '文件中的图', penrose: '彭罗斯镶嵌', board: '雷区', anyBoard: '任意', noGuess: '无猜', newGame: '新游戏', flag: '标旗', hint: '提示',
  gameKeys: '对局：方向键移动，空格翻开，f 标旗，h 提示', reviewThis: '复盘这一局', linkToGame: '复制这一局的链接', boardAtMost: '这里的雷区最多 {most} 格。',
  newGameTold: '新的一局，随便翻开一格。', minesLeft: '剩余 {count} 雷', won: '胜利。', lostAt: '踩雷：{cell} 是雷。', layoutsDrawn: '抽了 {count} 次雷图才得到一张无猜的。',
  nothingShown: '还没有翻开任何格：随便翻开一格。', noneCertain: '没有必定安全的格。{why}：雷的概率 {p}。', lowestRisk: '概率最低', someSafe: '虚线范围内有安全的格。',
  bestInDotted: '没有必定安全的格；最好的猜雷在虚线范围内。', certainlyFree: '在符合这些数字的每一种分布中它都安全。', isSafe: '{cell} 安全。', isBestGuess: '{cell} 是最好的猜雷。',
  ranRisks: '各步风险合计 {total}{moved}；', minesMoved: '（每步之后雷会移动）', nonePassed: '没有放着安全的格去猜雷。',
  timesPassed: '有 {count} 次放着安全的格去猜雷。', you: '你',
  // Review.
  replays: '录像', quick: '快速', usual: '普通', thorough: '彻底，同命令行程序', game: '对局', besides: '对比', reviewButton: '复盘', reviewAll: '复盘全部对局', effort: '精细程度',
  reviewIntro: '打开或拖入录像（{endings} 或 sapper 自己的），也可以在这里玩一局并保存。可并排显示两局。',
  digsOf: '{player}，{count} 步', noGameInFile: '文件里没有翻开过格子的对局。', leftOut: '略过 {count} 局：{why}',
  skill: '水平 {skill}（{low} 至 {high}），{word}：{count} 次决策，每次损失 {rate} 个百分点。', noSkill: '水平：没有决策。',
  luckOf: '运气 {luck}（{low} 至 {high}）。均为在“{level}”级别的参考玩家中的百分位。', nearestLevel: '（胜率最接近的级别）',
  sums: '{player}：{end}。开局胜率 {start}%；失误损失 {given} 个百分点，运气{sign|带走|带来} {luck} 个百分点。',
  curve: '各评判步之前的胜率：{values}', curveTitle: '逐步的胜率；损失：✕ 很小，?! 2 个百分点起，? 5 个起，?? 10 个起', dashed: '；虚线：{player}', noMistake: '没有发现失误。',
  gamesDone: '已复盘 {of} 局中的 {done} 局', ranged: '{value}（{low} 至 {high}）', headEnd: '结局', headSkill: '水平', headLuck: '运气', gameWon: '胜利', gameLost: '踩雷',
  seriesTitle: '{games} 局的水平，附 95% 区间', skillOverTime: '各局的水平：{values}',
  mistakes: '失误，损失大的在前', headDig: '步', headPlayer: '玩家', givenAway: '损失', whatWrong: '错在哪里',
  // Games of a report.
  analysePosition: '分析此局面', saveReplay: '保存录像', reportFile: '报告、配置或录像', report: '报告 ', case: '组 ', gameNumber: '对局 ', strategyOf: '策略 ',
  showGame: '显示这一局', openReport: '报告、配置或保存的录像： ', openReplay: '或保存的录像： ', casesOf: '{name}：{count} 组。', notComplete: '内容不完整',
  notAReport: '这不是扫雷的报告、配置或录像：{error}', allOfConfig: '配置中的全部', openFirst: '请先打开报告、配置或保存的录像。',
  openStored: '{error}；请在这里打开 `sapper run CONFIG --allow-commands --replay {case}:{game} -o game.json` 保存的文件', noPlayer: '里面没有玩家', noSize: '有雷区没有大小', noDigs: '有玩家没有步骤',
  offBoard: '第 {dig} 步的格子不在 {rows} x {cols} 的雷区内',
  // Nim and the tablet.
  nim: '尼姆游戏', tablet: '毒巧克力', heaps: '各堆石子', most: '每次最多取', heapNumber: '第 {number} 堆', nimSum: '尼姆和', youBegin: '你', computerBegins: '电脑', whoBegins: '先手',
  showWhy: '现在谁能赢，为什么', yourTurn: '轮到你了。', youTook: '你：{move}。', youWin: '你赢了：电脑没有可走的步。', youLose: '你没有可走的步：你输了。',
  nimRules: '每步从一堆中取走若干个，没有上限时想取几个都行。无法再取的一方输。点一颗石子，就取走它和它右边的全部。',
  tabletRules: '每步沿一条线切开，留下含毒块 ☠ 的一半。只剩毒块时轮到谁，谁输。点线上的数字来切。',
  computerWins: '电脑：{move}。尼姆和原为 {sum}，现为 0。', computerHopes: '电脑：{move}。尼姆和原为 0，怎么走都赢不了，只能等你失误。',
  couldHaveWon: '面对{position}时你本可以赢：尼姆和是 {sum}，{best}就能使它变为 0。你走的是：{made}。', nimMove: '从第 {heap} 堆取 {count} 个', ofHeaps: '各堆 {heaps} ',
  ofTablet: ' {cols} x {rows} 的巧克力', heapsWrong: '请填 1 到 {heaps} 堆，每堆最多 {objects} 个，例如 3 4 5。', heapOf: '第 {number} 堆：{count} 个', takeFrom: '从第 {heap} 堆取 {count} 个',
  noObjects: '一个也不剩了：轮到走的一方输。', limited: '每次最多取 {most} 个时，一堆只按它除以 {by} 的余数计算。',
  nimWins: '尼姆和：哪一列的 1 是奇数个，那一位就是 1。现在是 {sum}，不为 0，所以轮到走的一方能赢：{move}。{value} 异或 {sum} = {wanted}，于是 {heap} 个的那一堆按 {wanted} 计算；各堆 {leaves} 的尼姆和为 0，对方怎么走都会改变它，而你总能再使它变为 0。',
  nimLoses: '尼姆和：哪一列的 1 是奇数个，那一位就是 1。现在是 0，所以只要对方走得对，轮到走的一方必输：怎么走都会使它不为 0，而对方总能再使它变为 0，直到取完。',
  poisonCol: '毒块所在列', poisonRow: '毒块所在行', tabletWrong: '行数和列数最多 {most}，不能只有一块；毒块的行和列从 0 数起。',
  cutColumn: '在第 {before} 列之前切开', cutRow: '在第 {before} 行之前切开', cutsAcross: '列之间的切法', cutsDown: '行之间的切法',
  tabletOf: '{cols} 列 {rows} 行；毒块在第 {col} 列第 {row} 行', onlyPoison: '只剩毒块：轮到走的一方输。',
  fourHeaps: '它就是四堆的尼姆游戏，四堆是毒块到四边的块数：左 {left}，右 {right}，上 {above}，下 {below}。每切一次就是从其中一堆取走若干。',
  tabletWins: '尼姆和不为 0，所以轮到走的一方能赢，双方都走最好时共 {moves} 步：{move}使它变为 0。',
  tabletLoses: '尼姆和为 0，所以只要对方走得对，轮到走的一方必输，双方都走最好时共 {moves} 步：怎么切都会使它不为 0，而对方总能再使它变为 0。',
  allCuts: '全部切法', winsIn: '{moves} 步赢', losesIn: '{moves} 步输',
  // Pasted texts.
  badSize: '网址中的 b={size} 不是大小；应为 1、2、3，或位数相同的列数和行数', cutOff: '网址中有 {count} 格，而雷区有 {cells} 格，被截断了',
  jsBoard: 'JSMinesweeper 的雷图，{rows} x {cols}，{mines} 雷', noRow: '文本里没有一行格子',
  blanksAlike: '只有各行等长时空白才能当作 0：第 {row} 行有 {count} 个符号，另有一行 {widest} 个；是不是行尾的空白被去掉了？', blank: '空白', sign: '“{sign}”',
  lastLine: '最后一行“{last}”是一行格子，还是雷数？', aRow: '一行格子', theCount: '雷数', twoCounts: '文本给出了两个雷数：{first} 和 {second}',
  ragged: '第 {row} 行有 {count} 格，第 1 行有 {cols} 格；各行必须等长', tooMany: '文本有 {cells} 格，最多读 {most} 格',
  otherSize: '文本说是 {size}，却有 {rows} 行，每行 {cols} 格', notACell: '{sign} 不是格子；应为 0 到 8，未翻开用 .、?、-、_、# 或 H，旗用 F',
  blankIs: '空白是未翻开的格，还是 0？', hiddenChoice: '未翻开', zeroChoice: '0', howMany: '{rows} 行，每行 {cols} 格。一共有多少雷？', noRoom: '{rows} x {cols} 的格子放不下 {mines} 颗雷',
  understood: '{rows} x {cols}，{mines} 雷', understoodHidden: '；未翻开：{signs}', understoodZeros: '；0：{signs}', understoodFlags: '；{count} 面旗',
  isHidden: '{sign} 是未翻开', allHidden: '都是未翻开', areZero: '{signs} 是 0', onlyHidden: '只有 {sign} 是未翻开，其余是 0', whichHidden: '哪些是未翻开的格？',
  mixed: '文本里同时有雷、数字和未翻开的格；局面里没有雷，雷图里没有未翻开的格', aBoard: '雷图，{rows} x {cols}，{mines} 雷', whichSize: '{size} 是哪一种？',
  sizeChoice: '{rows} 行，{cols} 列', notASize: '{size} 不是大小；雷区最多 {most} 格', anEmptyBoard: '空雷区，{rows} x {cols}，{mines} 雷',
};

// Parts of the engine's sentences.

/** `2,0, 2,1 and 2,2` @param {string} cells */
const list = (cells) => cells.replace(/ and (\d+) more$/, ' 等 $1 格').replace(/(?:, and|,| and) (?=\d)/g, '、');
/** `2,0 is a mine, and 2,1 and 2,2 are safe` @param {string} text */
function found(text) {
  const [, mines, safe] = /^(?:(.+?) (?:is a mine|are mines))?(?:, and )?(?:(.+) (?:is|are) safe)?$/.exec(text) ?? [];
  return [mines && list(mines) + ' 是雷', safe && list(safe) + ' 安全'].filter(Boolean).join('，') || text;
}
/** `1,1 shows 2`, `1,1 still needs 1 mine`, `the board has 9 mines` @param {string} text */
const need = (text) => text.replace(/(\S+) shows (\d)/g, '$1 是 $2').replace(/(\S+) still needs (\d+) mines?/g, '$1 还差 $2 颗雷')
  .replace(/[Tt]he board has (\d+) mines?/, '全图共 $1 颗雷').replace(', in different cells', '（各在不同的格）').replace(/, (?=\d)/g, '，');
const left = (/** @type {string} */ count, /** @type {string | undefined} */ rest) => (rest ? `余下的 ${count} 颗雷` : `全部 ${count} 颗雷`);

/** @type {Record<string, string>} */
const kSizes = {', the smallest set that does': '，一个也不能少', ', none of which can be left out (another set may be smaller)': '，缺一不可（换一组也许更少）', ' (a smaller set may)': '（也许不需要这么多）', '': ''};

/** @type {[RegExp, string | ((...parts: string[]) => string)][]} */
const kSentences = [
  // The argument of a proof (argument_words.cpp).
  [/^(.+): the first-click rule keeps it free\.$/, (_, what) => `${found(what)}：首次点击规则保证无雷。`],
  [/^(.+): its flag is trusted\.$/, (_, what) => `${found(what)}：以旗为准。`],
  [/^(\S+ shows \d|[Tt]he board has \d+ mines?): (.+) (?:is its mine|are its mines), so (.+)\.$/, (_, source, mines, what) => `${need(source)}：它的雷就是 ${list(mines)}，所以 ${found(what)}。`],
  [/^(\S+ shows \d|[Tt]he board has \d+ mines?): (?:besides (.+), )?its mines? can only be at (.+)\.$/, (_, source, known, cells) => `${need(source)}：${known ? `除 ${list(known)} 外，` : ''}它的雷只能在 ${list(cells)}。`],
  [/^(.+), and every cell left for it is beside (\S+) too; (.+): so (.+)\.$/, (_, more, first, other, what) => `${need(more)}，它余下的格全都与 ${first} 相邻；${need(other)}：所以 ${found(what)}。`],
  [/^(.+), but the cells that it shares with (\S+) hold at most (\d+), as (.+): so (.+)\.$/, (_, more, first, most, other, what) => `${need(more)}，但它与 ${first} 共有的格最多有 ${most} 颗雷，因为 ${need(other)}：所以 ${found(what)}。`],
  [/^(.+): these are all (\d+) mines?( that are left)?, so the other hidden cells are safe(?:, (\S+) among them)?\.$/, (_, needs, count, rest, cell) => `${need(needs)}：这已是${left(count, rest)}，所以其余未翻开的格都安全${cell ? `，包括 ${cell}` : ''}。`],
  [/^(.+), of (\d+) mines?( that are left)?: the others can only be at (.+)\.$/, (_, needs, count, rest, cells) => `${need(needs)}，而共有${left(count, rest)}：其余的只能在 ${list(cells)}。`],
  [/^But (.+), and the cells that it shares with (\S+) hold at most (\d+), as (.+): impossible\.$/, (_, more, first, most, other) => `但 ${need(more)}，它与 ${first} 共有的格最多有 ${most} 颗雷，因为 ${need(other)}：不可能。`],
  [/^But (.+), and no cell is left for a mine: impossible\.$/, (_, source) => `但 ${need(source)}，却没有格可以放雷：不可能。`],
  [/^But (.+), and only (.+) could hold (?:one|them): impossible\.$/, (_, source, cells) => `但 ${need(source)}，却只有 ${list(cells)} 可以放雷：不可能。`],
  [/^But (.+), and (.+) would be (\d+) mines?: impossible\.$/, (_, source, mines, count) => `但 ${need(source)}，而 ${list(mines)} 就有 ${count} 颗雷：不可能。`],
  [/^Suppose (further )?that (\S+) were (safe|a mine)\.$/, (_, further, cell, what) => `${further ? '再' : ''}假设 ${cell} ${what === 'safe' ? '安全' : '是雷'}。`],
  [/^So (\S+) would have to be (safe|a mine)\.$/, (_, cell, what) => `那么 ${cell} 必须${what === 'safe' ? '安全' : '是雷'}。`],
  [/^So (.+)\.$/, (_, what) => `所以 ${found(what)}。`],
  [/^(\S+) is (safe|a mine) in every layout that meets these numbers( and the mine count)?; an argument step by step would be long\.$/, (_, cell, what, count) => `在符合这些数字${count ? '和总雷数' : ''}的每一种分布中，${cell} 都${what === 'safe' ? '安全' : '是雷'}；逐步推理会很长。`],
  [/^(\S+ shows \d|[Tt]he board has \d+ mines?): (.+)\.$/, (_, source, what) => `${need(source)}：${found(what)}。`],
  // What proves a cell (replay.cpp).
  [/^[Ii]ts flag is trusted(\.?)$/, '以旗为准$1'], [/^[Tt]he first-click rule keeps it free(\.?)$/, '首次点击规则保证无雷$1'], [/^[Tt]he mine count alone proves it(\.?)$/, '单凭总雷数就能断定$1'],
  [/^(\d+) numbers?( and the mine count)? proves? it( by a local rule| by the local rules in turn| together)?(, the smallest set that does|, none of which can be left out \(another set may be smaller\)| \(a smaller set may\)|): (.+?)(\.?)$/,
    (_, count, mines, how, size, numbers, end) => `由 ${count} 个数字${mines ? '和总雷数' : ''}${{' by a local rule': '直接', ' by the local rules in turn': '依次', ' together': '合起来'}[how] ?? ''}断定${kSizes[size]}：${numbers}${end}`],
  // Why a guess.
  [/^lowest risk$/, '概率最低'], [/^of the lowest risk, likeliest that a safe cell follows$/, '概率最低的格中，最可能随后出现安全格'],
  [/^lowest rank near the lowest risk: low risk, likely to be informative$/, '接近最低概率的格中综合最优：概率低，且信息多'], [/^exact best play$/, '精确最优'], [/^exact best play over all layouts left$/, '对余下的所有分布精确求解，最优'], [/^win probability, from play-outs$/, '模拟对局得出的胜率'],
  [/^probability of surviving this guess and the next$/, '这次和下次猜雷都不踩雷的概率'],
  // Ends and mistakes of games.
  [/^(random|hasty|careless|approximate|solid|strong|very strong|near perfect)$/, (word) => ({random: '随机', hasty: '急躁', careless: '粗心', approximate: '近似', solid: '稳健', strong: '强', 'very strong': '很强', 'near perfect': '近乎完美'}[word] ?? word)],
  [/^won after (\d+) digs?$/, '第 $1 步获胜'], [/^lost after (\d+) digs?$/, '第 $1 步踩雷'], [/^lost at dig (\d+): a mine at (\S+)$/, '第 $1 步踩雷：$2 是雷'],
  [/^given up after (\d+) digs?(?:, with a chance to win of (\S+) %)?$/, (_, count, chance) => `${count} 步后放弃${chance ? `，当时胜率 ${chance}%` : ''}`],
  [/^chance to win (\S+) %(?: by (\S+), (\S+) % by this dig)?; luck (\S+) points$/, (_, best, cell, own, luck) => `胜率 ${best}%${cell ? `（翻开 ${cell}），这一步 ${own}%` : ''}；运气 ${luck} 个百分点`],
  [/^(?:(?:gave up|wrongly held to be safe|a certain mine|\d+ safe cells? missed|not of the lowest risk|not the best cell|\S+ points given away)(?:, |$))+$/, (all) => all.split(', ').map((part) => part.replace('gave up', '放弃')
    .replace('wrongly held to be safe', '误认为安全').replace('a certain mine', '必定是雷').replace(/^(\d+) safe cells? missed$/, '放过了 $1 个安全格').replace('not of the lowest risk', '不是概率最低的格').replace('not the best cell', '不是最好的格')
    .replace(/^(\S+) points given away$/, '损失 $1 个百分点')).join('，')],
  [/^a safe cell was passed over$/, '放过了安全的格'], [/^another cell had a lower risk$/, '另有概率更低的格'],
  // Faults of positions.
  [/^position: (\d+) mines? on a board of (\d+) cells?$/, '$2 格的雷区放不下 $1 颗雷'], [/^position: (\d+) mines?, but (\d+) hidden cells?; every mine is under a hidden cell$/, '有 $1 颗雷，却只有 $2 个未翻开的格'],
  [/^no layout of mines is consistent with this position: (.+)$/, (_, why) => `没有任何雷的分布符合这个局面：${why.replace(/^the (\d) at (\S+) .*$/, '$2 的 $1 无法满足')}`],
  // Descriptions (sapper list).
  [/^a uniformly random hidden cell$/, '随机翻开一格'], [/^uniform layout; the first click may lose$/, '均匀分布；首次点击可能踩雷'], [/^no mine on the first cell$/, '首格无雷'], [/^no mine on the first cell or its neighbours$/, '首格及其周围无雷'],
  [/^a mine hit first moves to a uniformly random free cell$/, '首次踩中的雷移到随机的空格'], [/^the corners never hold a mine$/, '四角永远无雷'], [/^8 neighbours, fewer at the border$/, '8 个相邻格，边上较少'],
  [/^openings spread$/, '开空时连片翻开'], [/^a 0 opens only its neighbours, without spreading further$/, '0 只翻开周围一圈，不再扩散'], [/^a dig shows one cell, a 0 too$/, '每次只翻一格'], [/^the mines stay where they are$/, '雷的位置不变'],
  [/^after each turn that did not lose, the mines are laid again among the hidden cells$/, '每步没踩雷之后，雷在未翻开的格中重新分布'],
  [/^8 neighbours, opposite borders are joined$/, '8 个相邻格，对边相连'],
  [/^12 neighbours: triangles that share a corner$/, '12 个相邻格：共角的三角形'], [/^3 neighbours: triangles that share an edge$/, '3 个相邻格：共边的三角形'],
  [/^6 neighbours: cubes that share a face$/, '6 个相邻格：共面的立方体'], [/^26 neighbours: cubes that share a corner$/, '26 个相邻格：共角的立方体'],
  [/^Cairo tiling, pentagons that share a corner: 7 neighbours$/, '共角的开罗五边形：7 个相邻格'], [/^8 neighbours: the squares that a knight reaches in one move$/, '8 个相邻格：马一步能到的方格'],
  [/^snub square tiling, tiles that share a corner: 12 neighbours of a square, 9 of a triangle$/, '扭棱方形镶嵌，共角相邻：方形有 12 个相邻格，三角形有 9 个'],
  [/^trihexagonal tiling, tiles that share a corner: 12 neighbours of a hexagon, 6 of a triangle$/, '三六边形镶嵌，共角相邻：六边形有 12 个相邻格，三角形有 6 个'],
  [/^8 neighbours: squares two apart, along rows, columns and diagonals$/, '8 个相邻格：横、竖、斜隔一格的方格'], [/^6 neighbours, odd rows shifted right by half a cell$/, '6 个相邻格，奇数行右移半格'],
];

/** What the engine says; sentences that are not known stay as they are. @param {string} text @returns {string} */
export function ofEngine(text) {
  return text.split(/(?<=\.) (?=[A-Z0-9])/).map((sentence) => {
    for (const [pattern, words] of kSentences) if (pattern.test(sentence)) return sentence.replace(pattern, /** @type {any} */ (words)).replace(/\.$/, '。');
    return sentence;
  }).join('');
}
