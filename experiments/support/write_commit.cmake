# Writes OUTPUT, a source file that holds the commit of SOURCE_DIR and, where the sources are not exactly those of a
# commit, a hash of them; leaves it untouched where nothing has changed, so that a build without changes compiles
# nothing. Run at each build.
execute_process(COMMAND git describe --always --dirty --tags WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "")
endif()
set(sources_hash "")
if(failed OR commit MATCHES "-dirty$")
  file(GLOB_RECURSE sources RELATIVE ${SOURCE_DIR}
       ${SOURCE_DIR}/sim/*.[ch]pp ${SOURCE_DIR}/solvers/*.[ch]pp ${SOURCE_DIR}/experiments/*.[ch]pp)
  list(SORT sources)
  set(hashes "")
  foreach(source IN LISTS sources)
    file(SHA256 ${SOURCE_DIR}/${source} hash)
    string(APPEND hashes "${source} ${hash}\n")
  endforeach()
  string(SHA256 sources_hash "${hashes}")
  string(SUBSTRING "${sources_hash}" 0 12 sources_hash)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
namespace sapper::experiments {
extern const char* const kBuiltFromCommit;
extern const char* const kSourcesHash;
const char* const kBuiltFromCommit = "@commit@";
const char* const kSourcesHash = "@sources_hash@";
}  // namespace sapper::experiments
]])
