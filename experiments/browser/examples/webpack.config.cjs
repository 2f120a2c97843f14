// npx webpack: finds sapper.wasm and the worker by itself.
module.exports = {mode: 'production', entry: './app.js', output: {filename: 'app.js', publicPath: 'auto'}, experiments: {outputModule: true}};
